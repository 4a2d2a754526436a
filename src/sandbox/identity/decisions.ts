import type { Applicant } from './applicants.ts';

/** What a tester may decide on the page of the sandbox's identity provider; `init` is where a check begins. */
export const DECISIONS = ['init', 'approve', 'reject', 'retry', 'pend', 'unknown'] as const;

type Decision = (typeof DECISIONS)[number];

/** A review as the vendor writes it. */
type Review = Applicant['review'];

const AFTER: Readonly<Record<Decision, Omit<Review, 'reviewDate'>>> = {
  init: { reviewStatus: 'init' },
  approve: { reviewStatus: 'completed', reviewResult: { reviewAnswer: 'GREEN' } },
  reject: {
    reviewStatus: 'completed',
    reviewResult: { reviewAnswer: 'RED', reviewRejectType: 'FINAL', rejectLabels: ['FORGERY'] },
  },
  retry: {
    reviewStatus: 'completed',
    reviewResult: {
      reviewAnswer: 'RED',
      reviewRejectType: 'RETRY',
      rejectLabels: ['UNSATISFACTORY_PHOTOS'],
    },
  },
  pend: { reviewStatus: 'pending' },
  unknown: { reviewStatus: 'reconsidered' },
};

/** The review that a decision leaves. */
export function reviewAfter(decision: Decision, now: Date): Review {
  const reviewDate = `${now.toISOString().slice(0, 19).replace('T', ' ')}+0000`;
  return { ...AFTER[decision], reviewDate };
}
