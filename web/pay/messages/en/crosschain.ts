import { laterMessages } from '../../../ui/messages/en/later.ts';
import type { BridgeMismatch } from '../../crosschain/bridge-plan.ts';
import { clockText } from '../../crosschain/clock-text.ts';
import type { RouteNotice } from '../../crosschain/route-state.ts';
import type { NoticeText } from '../../page-state.ts';
import { billedMessages } from './billed.ts';

const MISMATCHES: Readonly<Record<BridgeMismatch, string>> = {
  ...billedMessages.mismatches,
  unsupported: 'this page does not know the network or the token',
  network: 'the transaction leads to another network than the payment’s',
  receiver: 'the tokens would go to another account than the bridge’s',
  refund: 'what cannot be delivered would not come back to your wallet',
  arrival: 'another amount or token would arrive than the payment needs',
  leg: 'the transaction does something before the payment that this page does not know',
  cost: 'it would take far more from your wallet than the payment is worth',
  deadline:
    'the transaction is good for another time than it should be, or this device’s clock is wrong',
};

const NOTICES: Readonly<Record<Exclude<RouteNotice, NoticeText | object>, string>> = {
  declined: 'You declined. The payment was not sent.',
  busy: 'Your wallet already has a request open. Finish or close it there, then try again.',
  unauthorized:
    'Your wallet did not give this page access to the account. Allow it there and try again.',
  disconnected: 'Your wallet is on another network. Switch it, then try again.',
  unknown_chain: 'Your wallet does not know this network. Add it in the wallet, then try again.',
  unsupported: 'Your wallet cannot do this from here. Do it in the wallet, then try again.',
  insufficient: 'The wallet says the balance is too low for this. The payment was not sent.',
  would_revert: 'The network would refuse this payment right now, so it was not sent.',
  wrong_checksum:
    'The address that your wallet names has a wrong checksum. Use another account or wallet.',
  failed: 'The wallet gave no clear answer. Look at its activity before you try again.',
  unloaded: laterMessages.unloaded,
  wrong_account: 'Your wallet answered for another account. Choose the one that you began with.',
  other_tab:
    'Another tab of this browser has a request open in your wallet for this payment. Go on there, or close that tab first.',
  left_open:
    'A request from this page may still be open in your wallet. Look there before you pay.',
  api_away:
    'The payment service does not answer right now. Nothing was sent; try again in a moment.',
  approval_reverted:
    'The approval failed on the network. The payment was not sent; the network fee was spent.',
  approval_dropped:
    'The approval was not found on the network. The payment was not sent; check your wallet.',
  second_payment:
    'Another payment of this link is on its way and may still arrive. If you pay now, you may pay twice.',
  route_not_available: 'This token cannot be used for this payment right now. Choose another one.',
  amount_too_low_for_route:
    'This amount is too small to pay from another network: it must be more than 1 USD.',
  amount_too_high_for_route:
    'This network and token cannot carry so much right now. Choose another one.',
  route_too_expensive: 'Paying from there costs too much right now. Choose another one.',
  route_refused:
    'What was offered for this payment was not safe to sign, so it was refused. Choose another one.',
  payer_is_contract:
    'This wallet is a contract. It cannot pay from another network, because money that comes back could be lost.',
  payee_is_contract_elsewhere:
    'The recipient cannot be paid from another network. Pay on the network of the payment.',
  rate_not_available: 'There is no exchange rate for this token right now. Choose another one.',
  refund_wallet_required:
    'Your Safe is not the same on the network of the payment any more. Choose another way to pay.',
  route_ends_too_soon:
    'The owners of your Safe would have less than 15 minutes to sign this. Choose another token.',
  payer_is_not_safe:
    'Your account is no Safe of a known version on that network, so it cannot pay from there.',
  provider_away:
    'Payments from other networks are not available right now. Nothing was sent. You can still pay on the network of the payment.',
  short: 'This wallet has less of this token than the payment takes. Choose another one.',
  no_gas: 'This wallet has too little for the network fee there. Choose another one.',
  limited: 'Prices were read too often from here. Try again in a few minutes.',
};

/** A length of time in words. */
function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.max(5, Math.ceil(seconds / 5) * 5)} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

/** The English texts about paying from another network. */
export const crosschainMessages = {
  mismatches: MISMATCHES,
  notices: NOTICES,
  offer: {
    button: 'Pay from another network',
    text: (amount: string, network: string) => `For example ${amount} from ${network}.`,
    onItsWay: NOTICES.second_payment,
  },
  choose: {
    title: 'Pay from another network',
    loading: 'Reading what your wallet has on other networks…',
    from: (symbol: string, network: string) => `${symbol} on ${network}`,
    total: (amount: string) => `${amount} in all`,
    cost: (amount: string) => `${amount} of it for the transfer`,
    free: 'nothing for the transfer',
    arrives: (seconds: number) => `arrives in about ${durationText(seconds)}`,
    held: (held: string, needed: string) => `${held} available, ${needed} needed`,
    none: 'This wallet has no token on another network that could pay this.',
    refresh: 'Check again',
    own: (symbol: string, network: string) => `Pay with ${symbol} on ${network}`,
    ownNote: 'Without a transfer between networks.',
  },
  quoting: 'Preparing the payment and checking it…',
  review: {
    cost: 'Transfer between networks',
    routeFee: 'Fee of the route, part of the transfer',
    swap: (symbol: string) => `Swap to ${symbol}, part of the transfer`,
    atMost: (amount: string) => `at most ${amount}`,
    atLeast: (amount: string) => `at least ${amount}`,
    rate: 'Exchange rate, transfer included',
    youPayFrom: (network: string) => `You pay on ${network}`,
    networkFee: (network: string) => `Network fee on ${network}, about`,
    arrives: 'Arrives',
    arrivesIn: (seconds: number) => `usually in about ${durationText(seconds)}`,
    arrivesSoon: 'usually within a few minutes',
    contract: 'Bridge contract',
    approve: (isBridge: boolean, amount: string) =>
      `You allow the ${isBridge ? 'bridge' : 'payment'} contract to take ${amount} from your wallet, and no more. Nothing is paid yet.`,
    swapped: (amount: string, given: string) => `${amount} (swapped to ${given})`,
    pay: (taken: string, paid: string, network: string) =>
      `You sign one transaction to the bridge contract: it takes ${taken} from your wallet and pays ${paid} on ${network} to`,
    comesBack: (when: string, symbol?: string) =>
      `If it cannot be paid there by ${when}, the money comes back to your wallet${symbol === undefined ? '' : ` as ${symbol}`}.`,
    feesStay: (network: string) =>
      `A fee that is paid on ${network} stays paid if the payment comes back to your wallet. You do not pay it again.`,
    price: 'This price is good for',
    time: clockText,
    expired: 'This price is too old.',
    refresh: 'Read the price again',
    changed: (before: string, now: string) => `The price was refreshed: ${before} → ${now}.`,
    other: 'Choose another way to pay',
  },
  approving: 'The approval is on its way',
  approvingText:
    'As soon as the network has it, you can pay. This takes a few seconds on most networks.',
  follow: {
    title: 'Your payment is on its way',
    otherTitle: 'A payment is on its way',
    sentOn: (network: string) => `Sent on ${network}`,
    seenOn: (network: string) => `Confirmed on ${network}`,
    waiting: (network: string) => `Waiting for ${network}`,
    arriving: (network: string) => `Arriving on ${network}`,
    usually: (network: string, seconds: number) =>
      `Arriving on ${network}, usually in about ${durationText(seconds)}`,
    arrivedOn: (network: string) => `Arrived on ${network}`,
    counting: 'Waiting for confirmations',
    close: 'You can close this page. The payment goes on without it.',
    late: (network: string, when: string | undefined) =>
      `This takes longer than usual. The money left your wallet and waits to be paid on ${network}. ${when === undefined ? 'If that fails, it comes back to your wallet.' : `If that does not happen by ${when}, it comes back to your wallet.`} Do not pay again yet.`,
    lateUnseen: (network: string) =>
      `${network} has not confirmed the transaction yet. Look in your wallet: you may be able to speed it up there. Do not pay again yet.`,
    reverted: (network: string) =>
      `${network} refused the transaction. As soon as that is final, you can pay again here.`,
    replaced:
      'Your wallet sent another transaction instead of this one. As soon as that is final, you can pay again here.',
    lost: 'The network does not know this transaction any more. Look in your wallet whether it was dropped before you pay again.',
    returnsTo: 'What cannot be delivered comes back to',
    offline:
      'The payment service does not answer right now. Your transaction is not affected; we keep trying.',
    others: (count: number) =>
      `${count === 1 ? 'One more payment' : `${count} more payments`} of this link may still arrive.`,
    failed: {
      source_failed: {
        title: 'The payment was not sent',
        text: (network: string) =>
          `${network} refused or replaced the transaction. The payment was not made; only a network fee was spent. You can pay again.`,
      },
      unfilled: {
        title: 'The payment did not arrive',
        text: (network: string) =>
          `It was not delivered in time. The money comes back to your wallet on ${network}; this can take a few hours. You can pay again.`,
      },
      refunded: {
        title: 'The money came back',
        text: (network: string) =>
          `The payment could not be delivered, and the money was returned to your wallet on ${network}. You can pay again.`,
      },
      unpaid: {
        title: 'The payment was not made',
        text: (_network: string, destination: string) =>
          `The tokens arrived on ${destination}, but the payment could not be made there. They are in your wallet on ${destination}. You can pay again.`,
      },
    },
    reference: 'Reference for questions',
    again: 'Pay again',
    anotherWay: 'Pay in another way',
    anotherWayNote: 'While this payment may still arrive, a second one may pay twice.',
    transactionOn: (network: string) => `Transaction on ${network}`,
    refundOn: (network: string) => `Refund on ${network}`,
  },
} as const;
