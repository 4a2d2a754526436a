import { Secondary } from '../../ui/parts.tsx';
import { afterOtherWallet } from '../leave-wallet.ts';
import type { PageState } from '../page-state.ts';
import type { LaterFrame } from '../parts.tsx';

/** The way to another wallet; nothing where the one that was chosen has to end what it began. */
export function OtherWallet(props: { readonly state: PageState; readonly frame: LaterFrame }) {
  const { state, frame } = props;
  if (afterOtherWallet(state) === state) return null;
  return (
    <Secondary onClick={() => frame.dispatch({ type: 'other_wallet' })}>
      {frame.messages.otherWallet}
    </Secondary>
  );
}
