import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';

/** A block, and when it was scanned. */
export const PaymentMilestone = z
  .object({
    blockNumber: z.int().min(0),
    at: z.iso.datetime().describe('When Florin scanned that block, by its own clock.'),
  })
  .meta({
    id: 'PaymentMilestone',
    description: 'A block, and when it was scanned.',
    examples: [SAMPLE.seen],
  });

/** How far a payment got on its chain, as additions to what shows one. */
export const milestoneShapes = {
  seen: PaymentMilestone.nullable().describe('The block of the transfer. Added by Florin.'),
  confirmed: PaymentMilestone.nullable().describe(
    'The newest scanned block when it was deep enough to count; null before, and where an earlier release counted it. Added by Florin.',
  ),
  finalized: PaymentMilestone.nullable().describe(
    'The newest scanned block when it became final; null before. Added by Florin.',
  ),
};

/** The same in examples. */
export const SAMPLE_MILESTONES = {
  seen: SAMPLE.seen,
  confirmed: SAMPLE.confirmed,
  finalized: null,
};
