import type { CallsProblem } from '../../../wallet/together.ts';
import type { NoticeText } from '../../page-state.ts';

const ONE_BY_ONE = 'Nothing was sent. Sign one call after the other here.';

/** The English texts of several calls that a wallet makes at once, loaded once one does. */
export const walletCallsMessages = {
  underWay:
    'Your wallet is still making the calls of this payment. This page goes on once they are in a block. Do not pay again.',
  problems: {
    not_atomic: `Your wallet cannot make all of these calls at once or none. ${ONE_BY_ONE}`,
    chain: `Your wallet cannot make several calls at once on this network. ${ONE_BY_ONE}`,
    upgrade_refused: `Your account stays as it is: the upgrade was declined. ${ONE_BY_ONE}`,
    too_large: `These are too many calls for one signature in your wallet. ${ONE_BY_ONE}`,
    duplicate:
      'Your wallet says that it has these calls already. Look at its activity before you pay again.',
    unknown:
      'Your wallet cannot say what became of the calls. Look at its activity before you pay again.',
    not_sent:
      'Your wallet could not send the calls to the network. Nothing was paid. Sign one call after the other here.',
    reverted:
      'The network refused the calls, all of them: nothing was paid, only its fee was spent. Sign one call after the other here.',
    partly:
      'Your wallet made only some of the calls, although it was to make all or none. Look at its activity before you pay again.',
  } satisfies Readonly<Record<CallsProblem, NoticeText>>,
} as const;
