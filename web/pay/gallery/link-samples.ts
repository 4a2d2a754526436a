import '../../wallet/tron/tron-network.ts';
import { initialState } from '../opening.ts';
import { BATCH_VIEW } from '../sample-forms.ts';
import { HASH, HIDDEN, MASKED, PAYEE, WALLET } from '../sample-states.ts';
import {
  FOUND,
  FRESH_RATE,
  firstAnswer,
  KNOWN_OF_ALL,
  PAYING,
  type Samples,
  stateAt,
  WALLETS,
} from './sample.ts';

const TRON_PAYEE = 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8';
const OVER =
  'The time for this proposal is over. Nothing was paid. The owners of the Safe can still execute it: let them reject it there before you pay.';
const SAFE = '0x5555555555555555555555555555555555555555';
const proposal = {
  requestId: '01',
  hasBeenPaid: false,
  txHash: null,
  safeTxHash: HASH,
  chainId: 11_155_111,
  safePaymentDeadline: 1_796_000_400,
  safeAddress: SAFE,
  safeConfirmations: 1,
  safeThreshold: 2,
};
const hidden = { status: 200, body: { ...HIDDEN, ...KNOWN_OF_ALL } };
const opened = (body: object) => initialState(firstAnswer(body));
const fresh = (body: object) => ({
  first: firstAnswer(body),
  state: stateAt('connect', [FOUND], opened(body)),
});

const part = (network: string, amount: string) => ({
  securePaymentToken: '01KC9V3HR6B8D0F2H4K6M8P0R2',
  payee: PAYEE,
  amount,
  executable: true,
  context: { network, currency: `USDC-${network}` },
});
const APART = {
  paymentType: 'multicall',
  canExecute: false,
  children: [part('base', '3'), part('sepolia', '4.5')],
};

/** Where no payment is shown. */
export const WITHOUT_PAYMENT = {
  empty: [
    {
      name: 'empty',
      when: 'The page was opened without a link.',
      state: { at: 'empty' },
      first: { status: 0, body: null },
    },
  ],
  unknown: [
    {
      name: 'unknown',
      when: 'The link does not exist (404).',
      state: { at: 'unknown' },
      first: { status: 404, body: null },
    },
  ],
  closed: [
    {
      name: 'closed',
      when: 'The link was withdrawn, or must not be paid (403).',
      state: { at: 'closed' },
      first: firstAnswer({ status: 'invalidated' }, 403),
    },
  ],
  expired: [
    {
      name: 'expired',
      when: 'The time to pay is over (403).',
      state: { at: 'expired', since: '2026-11-28T09:30:00.000Z' },
      first: firstAnswer({ status: 'expired' }, 403),
    },
    {
      name: 'expired-taken-back',
      when: 'The network took a payment back after the time to pay was over.',
      state: { at: 'expired', since: '2026-11-28T09:30:00.000Z', takenBack: true },
      first: firstAnswer({ status: 'expired' }, 403),
    },
  ],
  unsupported: [
    {
      name: 'unsupported',
      when: 'The page does not know the kind, the network or the token of the payment.',
      state: stateAt('unsupported', [], initialState(firstAnswer({ network: 'atlantis' }))),
      first: firstAnswer({ network: 'atlantis' }),
    },
    {
      name: 'bundle-apart',
      when: 'No one network can pay a bundle: each part has a link of its own.',
      state: { ...stateAt('unsupported', [], initialState(firstAnswer(APART))), wallets: WALLETS },
      first: firstAnswer(APART),
    },
  ],
  unreachable: [
    {
      name: 'unreachable',
      when: 'The payment service does not answer.',
      state: { at: 'unreachable', waitS: 5, tries: 1, kept: undefined },
      first: { status: 503, body: null },
    },
    {
      name: 'check-running',
      when: 'The wallet is being screened, which takes longer than an answer.',
      state: { at: 'unreachable', check: 'running', waitS: 5, tries: 1, kept: undefined },
    },
    {
      name: 'check-failed',
      when: 'The screening of the wallet could not be made.',
      state: { at: 'unreachable', check: 'failed', waitS: 5, tries: 1, kept: undefined },
    },
  ],
  limited: [
    {
      name: 'limited',
      when: 'The payment service asks to wait (429).',
      state: { at: 'limited', waitS: 20, tries: 1, kept: undefined },
      first: { status: 429, body: null },
    },
  ],
  proposed: [
    {
      name: 'proposed',
      when: 'Owners of a Safe sign the transaction that pays (423).',
      state: { at: 'proposed', body: { status: 'pending', requestStatuses: [proposal] } },
      first: firstAnswer({ status: 'pending', requestStatuses: [proposal] }, 423),
    },
  ],
} as const satisfies {
  readonly [P in
    | 'empty'
    | 'unknown'
    | 'closed'
    | 'expired'
    | 'unsupported'
    | 'unreachable'
    | 'limited'
    | 'proposed']: Samples<P>;
};

/** Until a wallet is connected. */
export const BEFORE_WALLET = {
  connect: [
    {
      name: 'connect',
      when: 'The link can be paid, and wallets were found.',
      state: stateAt('connect', [FOUND]),
      isMain: true,
    },
    {
      name: 'connect-served',
      when: 'The same as the server sends it, before any script has run.',
      state: stateAt('connect', []),
      isServers: true,
    },
    {
      name: 'connect-none',
      when: 'This browser has no wallet.',
      state: stateAt('connect', [{ type: 'wallets_found', wallets: [] }]),
      isMain: true,
    },
    {
      name: 'connect-masked',
      when: 'The merchant hides the payee until a wallet is connected.',
      ...fresh(MASKED),
    },
    {
      name: 'connect-hidden',
      when: 'The payment is shown only to wallets that may pay it.',
      first: hidden,
      state: stateAt('connect', [FOUND], initialState(hidden)),
    },
    {
      name: 'connect-conversion',
      when: 'The invoice is in another currency.',
      ...fresh(FRESH_RATE),
    },
    {
      name: 'connect-batch',
      when: 'The link pays several recipients at once; one of them was paid.',
      ...fresh(BATCH_VIEW),
    },
    {
      name: 'connect-named',
      when: 'The payee has an ENS name, which the operator has switched on.',
      ...fresh({ payeeEnsName: 'corner-shop.eth' }),
    },
    {
      name: 'connect-tron',
      when: 'The payment is on Tron.',
      ...fresh({ network: 'tron', paymentCurrency: 'USDT-tron', payee: TRON_PAYEE }),
    },
    {
      name: 'connect-seen',
      when: 'A payment was seen on the network and does not count yet.',
      state: {
        ...stateAt('connect', [FOUND]),
        notice: { blockNumber: 7_000_001, blocks: 3, blocksLeft: 1 },
      },
    },
    {
      name: 'connect-proposal-over',
      when: 'The time of a proposal to a Safe is over.',
      state: {
        ...stateAt('connect', [FOUND]),
        notice: OVER,
      },
    },
    {
      name: 'connect-declined',
      when: 'The payer declined to connect.',
      state: stateAt('connect', [
        FOUND,
        { type: 'wallet_picked', wallet: WALLET },
        { type: 'wallet_refused', refusal: 'declined' },
      ]),
    },
  ],
  framed: [
    {
      name: 'framed',
      when: 'The page is shown within another page that is no interface of Safe.',
      state: { at: 'framed', link: stateAt('connect', []).link, problem: 'alone' },
    },
  ],
  connecting: [
    {
      name: 'connecting',
      when: 'The wallet is asked which account pays.',
      state: stateAt('connecting', [FOUND, { type: 'wallet_picked', wallet: WALLET }]),
    },
  ],
  asking: [
    {
      name: 'asking',
      when: 'The service is asked whether this wallet may pay a hidden payment.',
      state: { at: 'asking', link: undefined, wallets: WALLETS, payer: PAYING, signed: 0 },
      first: hidden,
    },
  ],
  not_allowed: [
    {
      name: 'not-allowed',
      when: 'This wallet may not pay: the list of wallets or the screening refuses it.',
      state: {
        at: 'not_allowed',
        link: stateAt('connect', []).link,
        wallets: WALLETS,
        payer: PAYING,
      },
    },
  ],
} as const satisfies {
  readonly [P in 'connect' | 'framed' | 'connecting' | 'asking' | 'not_allowed']: Samples<P>;
};
