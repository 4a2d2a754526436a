import { z } from 'zod';
import { BUNDLE_KINDS } from '#catalog/families.ts';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';

/** The specification's bounds for the children of a bundle. */
const CHILDREN_MIN = 2;
/** No installation takes more, whatever its `MULTICALL_CHILDREN_MAX` says. */
export const CHILDREN_MAX = 1_000;

/** A ULID has 26 characters; longer texts name nothing and are not even read. */
const TOKEN_CHARACTERS_MAX = 64;

/** The token of a second child in the examples. */
export const SECOND_CHILD = '01KC9V3H2M8A4C6E0G1J3N5Q7S';

/** The body of `POST /v2/secure-payments/multicall-payouts`. */
export const CreateMulticallPayoutRequest = z
  .strictObject({
    childTokens: z
      .array(
        z
          .string()
          .min(1, 'a child token must not be empty')
          .max(TOKEN_CHARACTERS_MAX, 'a child token is a ULID'),
      )
      .min(CHILDREN_MIN, `childTokens must have at least ${CHILDREN_MIN} items`)
      .max(CHILDREN_MAX, `childTokens must have at most ${CHILDREN_MAX} items`)
      .describe('The tokens of payout links, in the order in which they are shown; each once.'),
    requestedExecutionKind: z
      .enum(BUNDLE_KINDS)
      .optional()
      .describe(
        'Left out, it follows from how the bundle is paid. `evm_same_chain` takes children of one network and one currency, `tron_batch` children on Tron in one token, `evm_cross_chain` 20 that are paid from another network.',
      ),
  })
  .meta({
    id: 'CreateMulticallPayoutRequest',
    description: 'Which payout links to pay as one bundle.',
    examples: [
      { childTokens: [SAMPLE.token, SECOND_CHILD], requestedExecutionKind: 'evm_same_chain' },
    ],
  });
/** Which payout links to pay as one bundle. */
export type CreateMulticallPayoutRequest = z.output<typeof CreateMulticallPayoutRequest>;
