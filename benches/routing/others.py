"""The ways of others: scikit-learn's, and BM25."""

import pickle
import re
import time
from collections.abc import Callable

import numpy
import scipy.sparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline

import figures
from figures import Figures

WANTED = 0.97


def words(ticket: dict) -> list[str]:
    return re.findall(r"\w\w+", f"{ticket.get('summary') or ''}\n{ticket.get('description') or ''}".lower())


def words_and_names(ticket: dict) -> list[str]:
    names = [f"{kind}:{name.lower()}" for kind in ("components", "labels") for name in ticket.get(kind) or []]
    return words(ticket) + names


class Nearest(ClassifierMixin, BaseEstimator):
    """BM25 over the learned tickets: the NEAREST of them vote for their project, each with its score."""

    K1, B, NEAREST = 1.2, 0.75, 10

    def fit(self, counts, labels):
        self.classes_, label = numpy.unique(labels, return_inverse=True)
        self.labels = scipy.sparse.csr_matrix((numpy.ones(len(label)), (range(len(label)), label)))
        tickets, of = counts.shape[0], numpy.bincount(counts.indices, minlength=counts.shape[1])
        lengths = numpy.asarray(counts.sum(axis=1)).ravel()
        held = counts.tocoo()
        weight = self.K1 * (1 - self.B + self.B * lengths / lengths.mean())
        idf = numpy.log(1 + (tickets - of + 0.5) / (of + 0.5))
        values = idf[held.col] * held.data * (self.K1 + 1) / (held.data + weight[held.row])
        self.tickets = scipy.sparse.csr_matrix((values, (held.row, held.col)), counts.shape).T.tocsr()
        return self

    def predict_proba(self, counts):
        # A word that a ticket repeats asks once.
        scores = (counts.sign() @ self.tickets).toarray()
        least = numpy.partition(scores, -self.NEAREST, axis=1)[:, -self.NEAREST, None]
        votes = numpy.where(scores >= least, scores, 0) @ self.labels
        return (votes + 1e-9) / (votes + 1e-9).sum(axis=1, keepdims=True)


def logistic(analyzer) -> Callable:
    return lambda: make_pipeline(
        TfidfVectorizer(analyzer=analyzer, sublinear_tf=True, min_df=2), LogisticRegression(C=10, max_iter=1000)
    )


def bayes(analyzer) -> Callable:
    return lambda: make_pipeline(CountVectorizer(analyzer=analyzer, min_df=2), MultinomialNB(alpha=0.1))


def nearest(analyzer) -> Callable:
    return lambda: make_pipeline(CountVectorizer(analyzer=analyzer), Nearest())


def ways(has_names: bool) -> list[tuple[str, Callable]]:
    """The ways with their names; those that see components and labels only where tickets have them."""
    kinds = [("text", words)] + ([("text, components, labels", words_and_names)] if has_names else [])
    makers = [("logistic regression, TF-IDF", logistic), ("multinomial naive Bayes, counts", bayes)]
    makers.append((f"BM25, {Nearest.NEAREST} nearest tickets", nearest))
    return [(f"{way} ({kind})", make(analyzer)) for way, make in makers for kind, analyzer in kinds]


def measure(make: Callable, learn: list[dict], hold_back: Callable, test: list[dict]) -> Figures:
    """Learns and measures one way; `hold_back` takes the newest tickets off the learned ones to choose the threshold by."""
    older, newer = hold_back(learn)
    tried = make().fit(older, labels(older))
    threshold = least_sure(*first(tried, newer), labels(newer))
    start = time.perf_counter()
    model = make().fit(learn, labels(learn))
    seconds = time.perf_counter() - start
    chances = model.predict_proba(test)
    ranked = model.classes_[numpy.argsort(-chances, axis=1, kind="stable")].tolist()
    found = figures.of_ranks(labels(test), ranked, (chances.max(axis=1) >= threshold).tolist())
    found.seconds, found.size = seconds, len(pickle.dumps(model))
    return found


def first(model, tickets: list[dict]) -> tuple[numpy.ndarray, numpy.ndarray]:
    chances = model.predict_proba(tickets)
    return model.classes_[chances.argmax(axis=1)], chances.max(axis=1)


def least_sure(found: numpy.ndarray, chances: numpy.ndarray, expected: list[str]) -> float:
    """The least probability above which the wanted precision is reached; above 1 where none is."""
    order = numpy.argsort(-chances, kind="stable")
    right = numpy.cumsum((found == numpy.array(expected))[order])
    reached = numpy.flatnonzero(right / numpy.arange(1, len(order) + 1) >= WANTED)
    # Tickets of the same probability are taken or left together.
    sorted_chances = chances[order]
    ends = [at for at in reached if at + 1 == len(order) or sorted_chances[at + 1] < sorted_chances[at]]
    return float(sorted_chances[ends[-1]]) if ends else 2.0


def labels(tickets: list[dict]) -> list[str]:
    return [ticket["expected"] for ticket in tickets]
