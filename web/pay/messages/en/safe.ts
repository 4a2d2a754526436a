import type { CallsProblem } from '../../../wallet/together.ts';
import type { NoticeText } from '../../page-state.ts';

const PROBLEMS: Readonly<Partial<Record<CallsProblem, NoticeText>>> = {
  chain: 'Your Safe is not on this network. Nothing was proposed.',
  too_large: 'These are too many calls for your wallet. Nothing was proposed.',
  duplicate:
    'Your wallet says that it has these calls already. Look at its queue before you propose again.',
};

const ENDS: Readonly<Record<'over' | 'withdrawn' | 'replaced' | 'failed', NoticeText>> = {
  over: 'The time for this proposal is over. Nothing was paid. The owners of the Safe can still execute it: let them reject it there before you pay.',
  withdrawn:
    'Nothing was paid. The owners of the Safe can still execute the proposal, although the payment was withdrawn: let them reject it there.',
  replaced:
    'The proposal was rejected or replaced in the Safe. Nothing was paid by it, and you can propose the payment again.',
  failed:
    'The Safe executed the proposal, and it failed. Nothing was paid, and you can propose the payment again.',
};

/** The English texts of payments that owners of a Safe sign, loaded for those. */
export const safeMessages = {
  problems: PROBLEMS,
  contract:
    'Your account is a contract that this page does not know as a Safe. If others have to sign too, do not pay again before they have.',
  note: (calls: number) =>
    `You propose ${calls === 1 ? 'one call' : `${calls} calls`} to your Safe as one transaction: all of it happens or none. Nothing is paid before enough owners have signed and one of them executes it.`,
  button: (amount: string) => `Propose ${amount}`,
  several:
    'These are more payments than one transaction holds. A Safe cannot pay them here at once: pay them by their own links.',
  notTogether:
    'Your wallet cannot propose several calls as one transaction. Nothing was proposed. Open this link in the app of your Safe.',
  title: (signed: { readonly owners: number; readonly of: number } | undefined) =>
    `Waiting for signatures in a Safe${signed ? ` (${signed.owners} of ${signed.of})` : ''}`,
  executed: 'The payment was sent, waiting for confirmations',
  onItsWay: 'The payment was sent, and is on its way between the networks',
  ends: ENDS,
  endsElsewhere:
    'It pays from another network. What is executed after that time fails, and nothing is paid by it.',
  returnsTo: 'What cannot be delivered comes back to',
  safe: 'The Safe:',
  until: (when: string, left: string) => `Others can pay again after ${when} (in ${left}).`,
  untilOwn: (when: string, left: string) => `This page waits for it until ${when} (for ${left}).`,
  unheld:
    'The payment service could not prove the proposal yet, so others can still pay. Do not propose it again.',
  notFollowed:
    'The payment service does not follow proposals on this network, so others can still pay. Do not propose it again.',
  queue: 'Open the queue of the Safe',
  startOver: 'It was deleted there: start again',
  givenUp:
    'The earlier proposal is not waited for any more. While it can still be executed, whoever pays now may pay twice.' satisfies NoticeText,
} as const;
