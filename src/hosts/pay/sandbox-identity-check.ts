import { z } from 'zod';

/** A check as the sandbox provider answers it. */
export const Check = z.object({
  levelName: z.string(),
  review: z.object({
    reviewStatus: z.string(),
    reviewResult: z
      .object({ reviewAnswer: z.string(), reviewRejectType: z.string().optional() })
      .optional(),
  }),
  successUrl: z.string().optional(),
  failUrl: z.string().optional(),
  isExpired: z.boolean(),
});

/** A check as the page shows it. */
export type ShownCheck = z.output<typeof Check>;
