import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { isoTime } from '#kit/clock.ts';
import type { ListedWallet } from '../model/listed-wallet.ts';

/** A page; more takes another. */
const LIMIT_MAX = 100;

/** A time, an id and an address. */
const CURSOR_MAX = 200;

/** Of another module. */
const SAMPLE_OPERATION = 'createPayout';

const SAMPLE_WALLET = {
  walletAddress: SAMPLE.payee,
  role: 'recipient' as const,
  status: 'rejected' as const,
  reasonCode: 'screening_rejected' as const,
  provider: 'hypernative',
  network: SAMPLE.network,
  securePaymentToken: null,
  operationId: SAMPLE_OPERATION,
  at: SAMPLE.createdAt,
};

const ScreenedWalletShape = z
  .object({
    walletAddress: z.string(),
    role: z.enum(['payer', 'recipient']).describe('Whether it was to pay or to be paid.'),
    status: z
      .enum(['rejected', 'waiting', 'failed'])
      .describe('`waiting` for a vendor, `failed` where nobody decided.'),
    reasonCode: z.enum(['screening_rejected', 'screening_running', 'provider_error']),
    provider: z
      .string()
      .nullable()
      .describe(
        'Who rejected it, or gave no answer to a call: a vendor, `sanctions_oracle`, `account` or `operator`. Null while nobody has decided about a wallet of a link.',
      ),
    network: z.string().nullable().describe('Null where the link names it.'),
    securePaymentToken: z.string().nullable().describe('The link that it is about, if any.'),
    operationId: z
      .string()
      .nullable()
      .describe(
        'The operation of this reference that was refused; null of a link, and of what is done in the background.',
      ),
    at: z.string().describe('When it was rejected, came to wait, or was last refused.'),
  })
  .meta({
    id: 'ScreenedWallet',
    description: 'A wallet that was rejected, or that nobody has decided about.',
    examples: [SAMPLE_WALLET],
  });

/** A page of an account's own. */
export const ScreenedWalletPage = z
  .object({ screenedWallets: z.array(ScreenedWalletShape), nextCursor: z.string().nullable() })
  .meta({
    id: 'ScreenedWalletPage',
    description: 'A page of wallets that were rejected or not decided about.',
    examples: [{ screenedWallets: [SAMPLE_WALLET], nextCursor: null }],
  });

const SAMPLE_OF_ACCOUNT = { ...SAMPLE_WALLET, accountId: SAMPLE.token };

/** A page of all accounts. */
export const ScreenedWalletOfAllPage = z
  .object({
    screenedWallets: z.array(
      ScreenedWalletShape.extend({ accountId: z.string() }).meta({
        id: 'ScreenedWalletOfAccount',
        description: 'A wallet that was rejected, or that nobody has decided about, and for whom.',
        examples: [SAMPLE_OF_ACCOUNT],
      }),
    ),
    nextCursor: z.string().nullable(),
  })
  .meta({
    id: 'ScreenedWalletOfAllPage',
    description: 'A page of wallets of all accounts that were rejected or not decided about.',
    examples: [{ screenedWallets: [SAMPLE_OF_ACCOUNT], nextCursor: null }],
  });

/** Which wallets, and which page of them. */
export const ScreenedWalletsQuery = z.strictObject({
  status: z.enum(['rejected', 'undecided']).default('rejected'),
  cursor: z.string().max(CURSOR_MAX).optional(),
  limit: z.coerce.number().int().min(1).max(LIMIT_MAX).default(20),
});

const REASONS = {
  rejected: 'screening_rejected',
  waiting: 'screening_running',
  failed: 'provider_error',
} as const;

/** A wallet as the wire has it. */
export function wireScreened(wallet: ListedWallet): z.input<typeof ScreenedWalletShape> {
  const { walletAddress, role, status, provider, network, operationId, at } = wallet;
  const { securePaymentToken } = wallet;
  return {
    walletAddress,
    role,
    status,
    reasonCode: REASONS[status],
    provider,
    network,
    securePaymentToken,
    operationId,
    at: isoTime(at),
  };
}
