import { z } from 'zod';
import { FAMILIES } from '#catalog/families.ts';
import { type Network, SOURCE_CHAINS } from '#catalog/networks.ts';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { refuseField } from '#kit/failure.ts';
import { checkSourceIsWhole } from '#modules/crosschain/index.ts';
import { readAddress } from '#modules/destinations/index.ts';

/** No address of any family is longer; it only keeps giant texts away. */
const ADDRESS_MAX = 64;

/** The path of the payer's reads. */
export const TokenParams = z.object({
  token: z.string().meta({ description: 'The ULID of the link.', examples: [SAMPLE.token] }),
});

/** The query of the payer's reads. */
export const PayerQuery = z.strictObject({
  wallet: z
    .string()
    .max(ADDRESS_MAX, 'wallet must be an address')
    .optional()
    .meta({
      description: 'The payer’s wallet.',
      examples: [SAMPLE.payer],
    }),
  chain: z.enum(SOURCE_CHAINS).optional().describe('Source chain. Comes with `token`.'),
  token: z
    .enum(['USDC', 'USDT', 'EURC', 'USDT0'])
    .optional()
    .describe('Source token; `USDT0` is USDT. Comes with `chain`.'),
  eoaWallet: z
    .string()
    .max(ADDRESS_MAX, 'eoaWallet must be an address')
    .optional()
    .describe('The key that holds the funds of `wallet`.'),
  isSafe: z.enum(['true', 'false']).optional().describe('Whether `wallet` is a Safe.'),
  refundWallet: z
    .string()
    .max(ADDRESS_MAX, 'refundWallet must be an address')
    .optional()
    .describe('An owner of the Safe.'),
});

/** The query of a payer's page. */
export type PayerQuery = z.output<typeof PayerQuery>;

/** Refuses (400) what contradicts itself. */
export function checkQuery(query: PayerQuery): void {
  checkSourceIsWhole(query);
  if (query.isSafe === 'true' && query.eoaWallet !== undefined) {
    throw refuseField('isSafe', 'isSafe and eoaWallet exclude each other');
  }
  const isRouteOfSafe = query.isSafe === 'true' && query.chain !== undefined;
  if (query.refundWallet !== undefined && !isRouteOfSafe) {
    const message = 'refundWallet must be sent together with isSafe=true, chain and token';
    throw refuseField('refundWallet', message);
  }
}

/**
 * Refuses (400) a way of paying that networks do not have, or that is not whole. Without networks,
 * as of a token that names nothing, nothing is refused.
 */
export function checkPayer(query: PayerQuery, networks: readonly Network[]): void {
  const without = networks.find(({ family }) => !FAMILIES[family].hasOtherSources);
  if (without !== undefined) checkHasNoOtherSource(query, without);
  if (query.isSafe === 'true' && query.wallet === undefined) {
    throw refuseField('isSafe', 'isSafe must be sent together with wallet, which is the Safe');
  }
  if (query.eoaWallet !== undefined && query.wallet === undefined) {
    throw refuseField('eoaWallet', 'eoaWallet must be sent together with wallet, which pays');
  }
}

/** Refuses (400) what says that a payment comes from elsewhere than a wallet of the link's own network. */
function checkHasNoOtherSource(query: PayerQuery, { name }: Network): void {
  if (query.chain !== undefined) {
    const message = `chain and token must not be sent: a payment on ${name} is made on ${name} itself`;
    throw refuseField('chain', message);
  }
  if (query.isSafe === 'true') {
    throw refuseField('isSafe', `isSafe must not be sent: there are no Safe wallets on ${name}`);
  }
  if (query.eoaWallet !== undefined) {
    const message = `eoaWallet must not be sent: on ${name} the wallet that is sent as wallet holds the funds`;
    throw refuseField('eoaWallet', message);
  }
}

/** Who pays, as the chain shows it. */
export interface PayerWallets {
  /** Signs, and is checked against the link. */
  readonly wallet: string | undefined;
  /** Has the tokens: `eoaWallet`, or else the wallet itself. */
  readonly holder: string | undefined;
  /** Whether it is said to be a Safe. */
  readonly isSafe: boolean;
  /** To whom returns what a Safe pays from another network and does not arrive. */
  readonly refundWallet: string | undefined;
}

const FIELDS = ['wallet', 'eoaWallet', 'refundWallet'] as const;

/** The wallets of a query. Refuses (400) what is no address there. */
export function payerWallets(query: PayerQuery, { family }: Network): PayerWallets {
  const [wallet, holder, refundWallet] = FIELDS.map((field) => {
    const text = query[field];
    if (text === undefined) return undefined;
    const address = readAddress(family, text);
    if ('problem' in address) throw refuseField(field, `${field} ${address.problem}`);
    return address.text;
  });
  return { wallet, holder: holder ?? wallet, isSafe: query.isSafe === 'true', refundWallet };
}
