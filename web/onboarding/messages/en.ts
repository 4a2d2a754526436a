import { commonMessages, findingMessages } from '../../ui/messages/en/all-pages.ts';
import { laterMessages } from '../../ui/messages/en/later.ts';
import type { ChallengeProblem } from '../../wallet/check-challenge.ts';
import type { Notice, Screening } from '../page-state.ts';

const NOTICES: Readonly<Record<Notice, string>> = {
  declined: 'You declined in your wallet. Nothing was signed.',
  busy: 'Your wallet already has a request open. Finish or close it there, then try again.',
  wallet_failed: 'The wallet gave no clear answer. Open it, then try again.',
  wallet_unsupported: 'This wallet cannot sign texts from here. Use another one.',
  wrong_account: 'Your wallet is on another account now. Choose it again to sign in with that one.',
  wrong_checksum:
    'The Tron address of this wallet has a wrong checksum, so money sent to it could be lost. Nothing was signed or changed. Use another account or wallet.',
  signature_refused:
    'The signature does not belong to this account. Try again, or use another wallet.',
  other_chain:
    'This wallet is a contract that signed in on another network before. Switch to that network in your wallet, then try again.',
  challenge_stale: 'The sign-in took too long. Please sign again.',
  idled_out: 'You were signed out after a while without activity. Sign in again to go on.',
  not_signed_out:
    'We could not reach the service to sign you out. Signing in replaces the session.',
  unreachable: 'We cannot reach the service right now. Nothing was changed. Please try again.',
  limited: 'The service is busy. Nothing was changed. Wait a moment, then try again.',
  refused: 'The service did not accept this. Nothing was linked. Please try again.',
  destination_refused: 'You cannot be paid in this currency on this network. Choose another one.',
  destination_differs:
    'The service answered with another destination than the one that you chose, so there is nothing to agree to. Check where you are paid with your partner before you go on.',
  no_destination: 'This wallet has no destination any more. Choose where it is paid.',
};

const PROBLEMS: Readonly<Record<ChallengeProblem, string>> = {
  host: 'it names another website',
  account: 'it names another account',
  text: 'it says more than a sign-in says',
  nonce: 'its number is not the one that was announced',
  time: 'its times are not the ones that were announced',
};

const SCREENINGS: Readonly<Record<Screening, string>> = {
  none: 'No screening',
  hypernative: 'Hypernative',
  merklescience: 'Merkle Science',
};

/** Every text of the onboarding page in English. */
export const messages = {
  ...commonMessages,
  ...laterMessages,
  title: 'Link to a partner',
  titleDone: 'Linked',
  promise: 'Florin never holds your money or your keys.',
  withoutScript: 'To go on, this page needs JavaScript: it talks to your wallet.',
  stepsLabel: 'Steps',
  steps: ['Sign in', 'Destination', 'Consent'],
  signedInAs: 'Signed in as',
  notices: NOTICES,
  empty: {
    title: 'No invitation',
    text: 'This page opens with an invitation. Ask your partner for theirs; it ends in “token=lit_…”.',
  },
  unknown: {
    title: 'This invitation is not valid',
    text: 'Check that the whole link was copied, or ask your partner for a new one.',
  },
  used: {
    title: 'This invitation was used',
    text: 'An invitation links once. If that was not you, tell your partner and ask for a new one.',
  },
  expired: {
    title: 'This invitation has expired',
    text: 'Nothing was linked. Ask your partner for a new one.',
  },
  opening: 'One moment…',
  unreachable: {
    title: 'We cannot reach the service',
    text: 'Nothing was changed. We keep trying.',
  },
  limited: {
    title: 'The service is busy right now',
    text: 'Nothing was changed. This page continues by itself in a moment.',
  },
  connect: {
    title: 'Sign in with your wallet',
    text: 'The wallet that you sign in with is the one that will be paid. Signing in costs nothing and moves nothing.',
    ...findingMessages,
    copyLink: 'Copy this page’s address',
    use: (wallet: string) => `Sign in with ${wallet}`,
    testWalletNote: 'Test wallets live in this page. Their keys are publicly known.',
  },
  signing: {
    title: (wallet: string) => `Sign in ${wallet}`,
    text: 'Your wallet asks you to sign a text that proves the account is yours. It is no transaction and costs nothing.',
    account: 'Account',
  },
  untrusted: {
    title: 'Do not sign this',
    text: (problem: ChallengeProblem) =>
      `The text that the service wants signed is not a sign-in to this page: ${PROBLEMS[problem]}. Nothing was signed, and there is nothing to sign here. Tell your partner.`,
  },
  otherLogin: {
    title: 'Sign in with a wallet to go on',
    email:
      'You are signed in by email. Only the owner of a wallet can say that partners may create links that pay to it.',
    otherWallet:
      'You are signed in with a wallet of a kind that this page does not know. Use an Ethereum or Tron wallet.',
  },
  reading: 'Reading the invitation…',
  leaving: 'Signing out…',
  destination: {
    title: 'Where you are paid',
    question: 'In which currency, on which network do you want to be paid?',
    text: 'Payments arrive in your wallet directly, with nobody in between.',
    network: 'Network',
    currency: 'Currency',
    chooseNetwork: 'Choose a network',
    chooseCurrency: 'Choose a currency',
    noNetwork: 'This service pays on no network of this wallet. Use a wallet of another kind.',
    wallet: 'Wallet',
    receive: 'You receive',
    on: (symbol: string, network: string) => `${symbol} on ${network}`,
    unknownToken: 'a currency that this page does not know',
    next: 'Continue',
    change: 'Choose another',
    changeNote:
      'A wallet has one destination at a time. What you linked before stays with the one it has.',
    saving: 'Saving your choice…',
  },
  consent: {
    title: 'Do you agree?',
    queries: ' asks to be linked to you.',
    mayTitle: 'What that means',
    may: [
      'It may create payment links that pay to your wallet.',
      'It may ask payers for a fee of its own on top of your amount.',
      'It can never move your money.',
      'You can unlink it any time.',
    ],
    name: 'Client ID to be made',
    domains: 'Websites that may use it',
    noDomains: 'None: your partner uses it from its servers.',
    change: 'Change where I am paid',
    screeningTitle: 'Screening of wallets',
    screeningQuestion: 'Which service should screen the wallets that pay you?',
    screenings: SCREENINGS,
    screeningPlan: 'Your partner chose:',
    screeningNote:
      'Screening is kept with the link but does not work yet: until it does, no payment link can be created where a service is chosen.',
    agree: 'Agree and link',
    linking: 'Linking…',
  },
  done: {
    title: 'You are linked',
    after: ' can now create payment links that pay to your wallet.',
    clientId: 'Your client ID',
    copyClientId: 'Copy the client ID',
    name: 'Name',
    close: 'You can close this page.',
  },
} as const;

/** What a catalogue of another language must hold. */
export type Messages = typeof messages;
