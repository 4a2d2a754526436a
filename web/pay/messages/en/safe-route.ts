import type { CallsProblem } from '../../../wallet/together.ts';
import type { NoticeText } from '../../page-state.ts';

const NOTHING = 'Nothing was sent.';
const ACTIVITY = 'Look at its activity before you pay again.';

const PROBLEMS: Readonly<Record<CallsProblem, NoticeText>> = {
  not_atomic: `Your wallet cannot make these calls as one transaction. ${NOTHING}`,
  chain: `Your Safe is not on this network. ${NOTHING}`,
  upgrade_refused: `Your account stays as it is: the upgrade was declined. ${NOTHING}`,
  too_large: `These are too many calls for your wallet. ${NOTHING}`,
  duplicate: `Your wallet says that it has these calls already. ${ACTIVITY}`,
  unknown: `Your wallet cannot say what became of the calls. ${ACTIVITY}`,
  not_sent: 'Your wallet could not send the calls to the network. Nothing was paid.',
  reverted: 'The network refused the calls, all of them: nothing was paid, only its fee was spent.',
  partly: `Your wallet made only some of the calls, although it was to make all or none. ${ACTIVITY}`,
};

const callsText = (count: number) => (count === 1 ? 'one call' : `${count} calls`);

/** The English texts of Safes that pay from another network, loaded for those. */
export const safeRouteMessages = {
  problems: PROBLEMS,
  sources: (network: string) => `With what your Safe has on ${network}`,
  sourcesNote: (network: string) =>
    `The same Safe was not found on ${network}. What cannot be delivered there would return to one owner of your Safe, who has the money alone then.`,
  owner: 'Choose to whom it returns',
  propose: (calls: number, network: string) =>
    `You propose ${callsText(calls)} to your Safe on ${network} as one transaction: all of it happens or none. Nothing is paid before enough owners have signed and one of them executes it.`,
  atOnce: (calls: number) =>
    `Your account makes ${callsText(calls)} as one transaction: all of it happens or none.`,
  pay: (taken: string, paid: string, network: string) =>
    `The call of the bridge contract takes ${taken} from your Safe and pays ${paid} on ${network} to`,
  until: (when: string) =>
    `Enough owners have to sign and execute it by ${when}. Later it fails, and nothing is paid by it.`,
  button: (amount: string) => `Propose ${amount}`,
  returns: (when: string, symbol: string | undefined) =>
    `If it cannot be paid there by ${when}, the money comes back${symbol === undefined ? '' : ` as ${symbol}`} to`,
  toSafe: (source: string, destination: string) =>
    `That is your Safe on ${source}. What had arrived on ${destination} comes to the same address there, at which the payment service has read the same Safe.`,
  toOwner:
    'That is the owner of your Safe whom you have chosen. This owner has the money alone then.',
} as const;
