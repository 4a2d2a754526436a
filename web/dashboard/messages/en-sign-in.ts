import type { ChallengeProblem } from '../../wallet/check-challenge.ts';
import type { WalletAnswer } from '../../wallet/refusal.ts';

/** What is wrong with a text that is not shown to a wallet. */
export const PROBLEMS: Readonly<Record<ChallengeProblem, string>> = {
  host: 'it names another website',
  account: 'it names another account',
  text: 'it says something else than it should',
  nonce: 'its number is not the one that was announced',
  time: 'its times are not the ones that were announced',
};

const REFUSALS: Partial<Readonly<Record<WalletAnswer, string>>> = {
  declined: 'You declined in your wallet. Nothing was signed.',
  busy: 'Your wallet already has a request open. Finish or close it there, then try again.',
  unauthorized: 'Your wallet does not let this page ask. Allow it there, then try again.',
  unsupported: 'This wallet cannot sign texts from here. Use another one.',
  wrong_account: 'Your wallet is on another account now. Choose it again to sign in with that one.',
};

/** The English texts of the sign-in. */
export const signInMessages = {
  title: 'Sign in',
  lead: 'See your payments, and set up how you are paid.',
  wallet: {
    title: 'With your wallet',
    text: 'Signing a text proves that the account is yours; it is no transaction and costs nothing. Client IDs and destinations can be managed only so.',
    kinds: { label: 'Kind of wallet', evm: 'EVM wallet', tron: 'Tron wallet' },
    shows: 'What your wallet shows',
    asked: 'Your wallet is asked to sign exactly this:',
    sample: 'The text',
    explained: (host: string) =>
      `Read it before you sign. The first line and URI name this page, ${host}: a text that names another one is not ours. The nonce is good for one sign-in, and the text ends five minutes after it was made.`,
    message: (host: string, origin: string, kind: 'Ethereum' | 'Tron') =>
      [
        `${host} wants you to sign in with your ${kind} account:`,
        'the address of your wallet',
        '',
        'Sign in to Florin.',
        '',
        `URI: ${origin}`,
        'Version: 1',
        ...(kind === 'Ethereum' ? ['Chain ID: the network of your wallet'] : []),
        'Nonce: a number for this sign-in alone',
        'Issued At: now',
        'Expiration Time: in five minutes',
      ].join('\n'),
    searching: 'Looking for wallets in this browser…',
    none: {
      evm: 'No wallet was found in this browser. Install one as an extension, open this page in the browser of your wallet, or sign in by email.',
      tron: 'No wallet of Tron was found in this browser. Install one such as TronLink as an extension, open this page in the browser of your wallet, or sign in by email.',
    },
    use: (name: string) => `Sign in with ${name}`,
    waiting: (name: string) => `Answer in ${name}`,
    testNote: 'Test wallets live in this page. Their keys are publicly known.',
  },
  email: {
    title: 'With email and password',
    address: 'Email address',
    password: 'Password',
    submit: 'Sign in',
    register: 'Create an account',
    toRegister: 'No account yet? Create one',
    toLogin: 'I have an account',
    rule: 'At least 8 characters.',
  },
  secondStep: {
    title: 'One more step',
    text: 'Your password is right. Prove that it is you by your second factor.',
    passkey: 'Use your passkey',
    passkeyWaiting: 'Answer your browser or device',
    code: 'Code from your app',
    codeHint: 'Six digits, new every 30 seconds.',
    recovery: 'Recovery code',
    recoveryHint: 'One of those that you saved, such as 7GQ2-M4XK-9T0B-ZC5R. It counts once.',
    submit: 'Sign in',
    toRecovery: 'Use a recovery code',
    toCode: 'Use the code from my app',
    back: 'Start again',
  },
  passkey: {
    declined:
      'No passkey was used: it was cancelled, took too long, or this device has none of yours.',
    unsupported: 'This browser cannot use passkeys. Use another way, or another browser.',
    known: 'This device has a passkey of yours already. Use another device.',
  },
  sandbox: 'The email address and the password of the sandbox were printed when it started.',
  distrusted: (problem: ChallengeProblem) =>
    `The text that the service wanted signed is not a sign-in to this page: ${PROBLEMS[problem]}. Nothing was signed. Tell the operator.`,
  refused: (refusal: WalletAnswer) =>
    REFUSALS[refusal] ?? 'The wallet gave no clear answer. Open it, then try again.',
} as const;
