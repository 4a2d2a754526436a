import { z } from 'zod';

const Level = z.enum(['Info', 'Low', 'Medium', 'High']);

const Reputation = z.object({
  address: z.string().max(200),
  recommendation: z.enum(['Approve', 'Deny']),
  // No sample of a wallet without any flag is public; one that has none need not have a severity.
  severity: Level.nullish(),
  policyId: z.string().max(100).nullish(),
  flags: z.array(z.object({ title: z.string().nullish(), severity: Level.nullish() })).default([]),
});

/** What `POST /screener/reputation` answers: its sample shows one object, its request takes several addresses. */
export const Reputations = z.union([
  z.array(Reputation),
  Reputation.transform((one): Reputation[] => [one]),
]);

/** The judgement of one wallet. */
export type Reputation = z.output<typeof Reputation>;
