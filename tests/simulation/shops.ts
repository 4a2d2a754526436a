import { currencyById } from '#catalog/currencies.ts';
import { createMulticallPayout } from '#modules/multicall-payouts/create-multicall-payout.ts';
import { createRequest } from '#modules/requests/create-request.ts';
import { createPayoutLink } from '#modules/secure-payments/create-payout-link.ts';
import { createSecurePayment } from '#modules/secure-payments/index.ts';
import type { Context } from '../../src/context.ts';
import { CURRENCIES, type Simulated, walletsOf } from './networks.ts';
import type { SimWorld } from './world.ts';

/** What integrators ask for, and how often. */
const PAYMENT_BODIES = { link: 30, batch: 12, payout: 12, bundle: 8, request: 12 } as const;
/** The same where payments come over a bridge: only single links can be reported. */
const BRIDGE_BODIES = { link: 40, batch: 3, payout: 10, bundle: 2, request: 6 } as const;
/** The same where Safes pay. */
const SAFE_BODIES = { link: 20, batch: 18, payout: 14, bundle: 14, request: 4 } as const;

/** Creates something through an operation; returns what it was. Throws what the operation throws. */
export async function createRandomly(world: SimWorld, ctx: Context): Promise<string> {
  const { dice } = world;
  const accountId = dice.pick(world.accounts);
  const acting: Context = { ...ctx, actor: { kind: 'api_key', accountId, apiKeyId: 'key' } };
  const ofMost = world.bridging === undefined ? PAYMENT_BODIES : BRIDGE_BODIES;
  const input = dice.weighted<keyof typeof PAYMENT_BODIES>(
    world.safing === undefined ? ofMost : SAFE_BODIES,
  );
  const network = dice.pick(world.networks);
  const currency = dice.pick<string>(CURRENCIES[network]);
  const { payee, payers, feeReceiver } = walletsOf(network);
  const fee = dice.isHit(0.3) ? { feePercentage: '1.5', feeAddress: feeReceiver } : {};
  const asked = () => ({ ...older(network, currency), amount: amountOf(world, currency) });
  const payout = () => ({
    recipient: payee,
    creatorWalletAddress: payers[0],
    network,
    currency,
    amount: amountOf(world, currency),
  });
  switch (input) {
    case 'link':
      await createSecurePayment(acting, { requests: [asked()], ...fee, ...policyOf(world) });
      break;
    case 'batch':
      await createSecurePayment(acting, {
        requests: Array.from({ length: 2 + dice.below(3) }, asked),
        ...fee,
      });
      if (network === 'tron') world.complaints.push('a link on Tron has several requests');
      break;
    case 'payout':
      await createPayoutLink(acting, payout());
      break;
    case 'request':
      await createRequest(acting, { ...asked(), payee });
      break;
    case 'bundle':
      // Else there is hardly ever one of several links there.
      for (let i = world.safing === undefined ? 0 : 2; i > 0; i -= 1) {
        await createPayoutLink(acting, payout());
      }
      await bundle(world, acting, accountId);
      break;
  }
  return `${input} ${currency}`;
}

/** Who may pay a link: whom the vendor approves, whom an allowlist names, both, or everybody; nothing is asked for where nobody is asked. */
function policyOf({ dice, screening }: SimWorld) {
  if (screening === undefined) return {};
  const judged = { mode: 'kyt_all_wallets', screeningProvider: 'hypernative' } as const;
  const named = { allowedPayerAddresses: [dice.pick(screening.payers)] };
  const policies = [judged, judged, named, { ...judged, ...named }, null] as const;
  const accessPolicy = dice.pick(policies);
  return accessPolicy === null ? {} : { accessPolicy };
}

const older = (network: Simulated, currency: string) => ({
  payee: walletsOf(network).payee,
  invoiceCurrency: currency,
  paymentCurrency: currency,
});

/** Few units, so that sums are easily met and missed. */
function amountOf({ dice, background }: SimWorld, id: string): string {
  // Whole dollars, so that some payments reach the total of what one node alone may credit.
  if (background && /^USD[CT]-/.test(id)) return `${1 + dice.below(9)}`;
  const decimals = currencyById(id)?.decimals ?? 6;
  return `0.${`${1 + dice.below(9)}`.padStart(decimals - 3, '0')}`;
}

async function bundle(world: SimWorld, ctx: Context, accountId: string): Promise<void> {
  const rows = await world.db
    .selectFrom('secure_payment as link')
    .innerJoin('secure_payment_request as asked', 'asked.secure_payment_token', 'link.token')
    .innerJoin('request', 'request.id', 'asked.request_id')
    .select(['link.token', 'request.network'])
    .where('link.account_id', '=', accountId)
    .where('link.flow', '=', 'outgoing')
    .where('link.status', '=', 'pending')
    .orderBy('link.token', 'desc')
    .limit(6)
    .execute();
  const { network } = rows[0] ?? {};
  const childTokens = rows.filter((row) => row.network === network).map(({ token }) => token);
  if (childTokens.length >= 2) await createMulticallPayout(ctx, { childTokens });
}
