import type { z } from 'zod';
import { Bug } from '#kit/failure.ts';

/** The declared part of an answer: what its schema does not declare stays here, and what does not fit is our fault. */
export function checkAnswer(schema: z.ZodType, answered: unknown, operationId: string): unknown {
  const parsed = schema.safeParse(answered);
  if (parsed.success) return parsed.data;
  // Only where and what kind: the values may be secrets.
  const wrong = parsed.error.issues.map(
    ({ path, code }) => `${path.map(String).join('.')} ${code}`,
  );
  throw new Bug(`${operationId} answers other than it declares: ${wrong.join(', ')}`);
}
