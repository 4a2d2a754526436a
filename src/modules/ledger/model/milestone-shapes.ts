import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';

/** A block, and when it was looked at. */
export const PaymentMilestone = z
  .object({
    blockNumber: z.int().min(0),
    at: z.iso.datetime().describe('When Florin had looked at that block, by its own clock.'),
  })
  .meta({
    id: 'PaymentMilestone',
    description: 'A block, and when it was looked at.',
    examples: [SAMPLE.seen],
  });

/** How far a payment got on its chain, as additions to what shows one. */
export const milestoneShapes = {
  seen: PaymentMilestone.nullable().describe('The block that holds it. An addition of Florin.'),
  confirmed: PaymentMilestone.nullable().describe(
    'The newest block that was known when it was deep enough to count; null before, and where an earlier release counted it. An addition of Florin.',
  ),
  finalized: PaymentMilestone.nullable().describe(
    'The newest block that was known when it could no longer be taken back; null before. An addition of Florin.',
  ),
};

/** The same in examples. */
export const SAMPLE_MILESTONES = {
  seen: SAMPLE.seen,
  confirmed: SAMPLE.confirmed,
  finalized: null,
};
