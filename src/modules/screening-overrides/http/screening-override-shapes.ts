import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { isoTime } from '#kit/clock.ts';
import { OVERRIDE_SETTERS, type ScreeningOverride } from '../model/screening-override.ts';

/** Where the endpoints stand in the API description. */
export const OVERRIDE_TAG = 'Payments';

/** Longer than an address of any chain. */
const ADDRESS_CHARS_MAX = 100;

/** A few sentences, kept for good. */
const REASON_MAX = 500;
const ID_MAX = 100;

/** The id of an override, in a path. */
export const OverrideParams = z.object({
  id: z
    .string()
    .max(ID_MAX)
    .regex(/^[^\0]*$/, 'id must not contain the character NUL'),
});

const SAMPLE_INPUT = {
  walletAddress: SAMPLE.payer,
  decision: 'approved' as const,
  reason: 'Our own treasury, checked by hand',
  expiresAt: '2027-01-31T00:00:00.000Z',
};

/** What is decided about a wallet in advance. */
export const CreateScreeningOverrideRequest = z
  .strictObject({
    walletAddress: z
      .string()
      .max(ADDRESS_CHARS_MAX, `walletAddress must have at most ${ADDRESS_CHARS_MAX} characters`)
      .describe('Of an EVM chain, where it holds on all of them, or of Tron.'),
    decision: z
      .enum(['approved', 'rejected'])
      .describe(
        '`rejected` holds in every way to pay. `approved` stands in for the vendors of a link: a wallet on a list of sanctioned addresses, or not on the allowlist of the link, is refused all the same.',
      ),
    reason: z
      .string()
      .trim()
      .min(1)
      .max(REASON_MAX)
      .regex(/^[^\0]*$/, 'reason must not contain the character NUL')
      .describe('Why, for your audit log.'),
    expiresAt: z.iso
      .datetime({ offset: true })
      .nullish()
      .describe(
        'Required of `approved`, within 366 days; a rejection without one holds until it is removed.',
      ),
  })
  .meta({
    id: 'CreateScreeningOverrideRequest',
    description: 'What is decided about a wallet in advance.',
    examples: [SAMPLE_INPUT],
  });

const SAMPLE_OVERRIDE = {
  id: SAMPLE.token,
  ...SAMPLE_INPUT,
  setBy: 'account' as const,
  createdAt: SAMPLE.createdAt,
};

/** What was decided about a wallet in advance. */
export const ScreeningOverrideShape = z
  .object({
    id: z.string(),
    walletAddress: z.string(),
    decision: z.enum(['approved', 'rejected']),
    reason: z.string(),
    setBy: z.enum(OVERRIDE_SETTERS).describe('`operator` where the operator of this service did.'),
    createdAt: z.string(),
    expiresAt: z.string().nullable(),
  })
  .meta({
    id: 'ScreeningOverride',
    description: 'What was decided about a wallet in advance.',
    examples: [SAMPLE_OVERRIDE],
  });

/** A page of them. */
export const ScreeningOverridePage = z
  .object({ overrides: z.array(ScreeningOverrideShape), nextCursor: z.string().nullable() })
  .meta({
    id: 'ScreeningOverridePage',
    description: 'A page of what holds about wallets.',
    examples: [{ overrides: [SAMPLE_OVERRIDE], nextCursor: null }],
  });

/** An override as the wire has it. */
export function wireOverride(override: ScreeningOverride): z.input<typeof ScreeningOverrideShape> {
  const { id, walletAddress, decision, reason, setBy, createdAt, expiresAt } = override;
  return {
    id,
    walletAddress,
    decision,
    reason,
    setBy,
    createdAt: isoTime(createdAt),
    expiresAt: expiresAt && isoTime(expiresAt),
  };
}
