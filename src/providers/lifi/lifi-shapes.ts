import { z } from 'zod';
import type { Hex } from '#kit/hex.ts';

/** More digits than any amount of 256 bits has are a mistake. */
const units = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform(BigInt);
/** Numbers of a transaction come in hexadecimal or decimal digits. */
const quantity = z
  .string()
  .regex(/^(0x[0-9a-fA-F]{1,64}|\d{1,78})$/)
  .transform(BigInt);
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const isCalldata = (text: string): text is Hex => /^0x([0-9a-fA-F]{2})+$/.test(text);
const isHash = (text: string): text is Hex => /^0x[0-9a-fA-F]{64}$/.test(text);
const usd = z.string().regex(/^\d{1,15}(\.\d{1,30})?$/);
/** Words for people, cut where a page could not show them. */
const text = z
  .string()
  .max(10_000)
  .transform((words) => words.slice(0, 200));

/** The largest number of decimals of a token that anybody pays with. */
const DECIMALS_MAX = 36;
/** No bridge takes longer; more is a wrong unit. */
const DURATION_SECONDS_MAX = 30 * 86_400;

const Token = z.object({
  address,
  chainId: z.int(),
  symbol: z.string().min(1).max(40),
  decimals: z.int().min(0).max(DECIMALS_MAX),
});

const FeeCost = z.object({
  name: text,
  token: Token,
  amount: units,
  amountUSD: usd.optional(),
  included: z.boolean(),
});

const IncludedStep = z.object({
  type: z.enum(['swap', 'cross', 'protocol', 'custom']),
  tool: z.string().min(1).max(60),
});

/** A quote, with the members of the documented step that are used; others are ignored. */
export const Step = z.object({
  action: z.object({
    fromChainId: z.int(),
    fromToken: Token,
    fromAddress: address,
    toChainId: z.int(),
    toToken: Token,
  }),
  estimate: z.object({
    fromAmount: units,
    toAmountMin: units,
    approvalAddress: address,
    feeCosts: z.array(FeeCost).max(50).default([]),
    executionDuration: z.number().min(0).max(DURATION_SECONDS_MAX),
  }),
  includedSteps: z.array(IncludedStep).min(1).max(50),
  transactionRequest: z.object({
    to: address,
    from: address.optional(),
    data: z.string().refine(isCalldata),
    value: quantity,
    gasLimit: quantity.optional(),
    chainId: z.int().optional(),
  }),
});

/** A quote as it was parsed. */
export type Step = z.output<typeof Step>;

/** The documented substatus words; five more begin with `INTENT_`. */
const SUBSTATUS =
  /^(WAIT_SOURCE_CONFIRMATIONS|WAIT_DESTINATION_TRANSACTION|BRIDGE_NOT_AVAILABLE|CHAIN_NOT_AVAILABLE|REFUND_IN_PROGRESS|UNKNOWN_ERROR|INTENT_[A-Z_]{1,40}|COMPLETED|PARTIAL|REFUNDED|INSUFFICIENT_ALLOWANCE|INSUFFICIENT_BALANCE|OUT_OF_GAS|EXPIRED|SLIPPAGE_EXCEEDED|UNKNOWN_FAILED_ERROR)$/;

/** What becomes of a source transaction. A status outside of the documented ones is refused, as it has no meaning here. */
export const Status = z.object({
  status: z.enum(['NOT_FOUND', 'INVALID', 'PENDING', 'DONE', 'FAILED']),
  // A new word of detail changes a sentence at most, so it is left out rather than refused.
  substatus: z
    .string()
    .max(100)
    .transform((word) => (SUBSTATUS.test(word) ? word : undefined))
    .optional(),
  substatusMessage: text.optional(),
  sending: z.object({ chainId: z.int().optional() }).optional(),
  receiving: z.object({ txHash: z.string().refine(isHash).optional() }).optional(),
});

/** What the provider says of one tool that found nothing. */
const ToolError = z.object({ code: z.string().max(100) });

/** The body of an error. The list of what tools said comes in two forms. */
export const ErrorBody = z.object({
  code: z.int().optional(),
  errors: z
    .union([
      z.array(ToolError),
      z
        .object({
          filteredOut: z.array(z.unknown()).default([]),
          failed: z
            .array(z.object({ subpaths: z.record(z.string(), z.array(ToolError)) }))
            .default([]),
        })
        .transform(({ failed }) =>
          failed.flatMap(({ subpaths }) => Object.values(subpaths).flat()),
        ),
    ])
    .optional()
    .catch(undefined),
});
