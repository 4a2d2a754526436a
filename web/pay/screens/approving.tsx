import { Waiting } from '../../ui/parts.tsx';
import { Explorer } from '../explorer.tsx';
import { billedMessages } from '../messages/en/billed.ts';
import type { At } from '../page-state.ts';
import type { LaterScreen } from '../parts.tsx';
import { isPart } from '../steps.ts';
import { OtherWallet } from './other-wallet.tsx';

/** An approval was sent, or a part of the payments; the next signature follows once a block holds it. */
export const Approving: LaterScreen<'approving'> = ({ state, frame }) => {
  const { next, text } = billedMessages.approving;
  return (
    <>
      <Waiting text={approvingTitle(state)} />
      <p>{isPart(state) ? next : text}</p>
      <p>
        <Explorer link={state.link} hash={state.hash} frame={frame} />
      </p>
      <OtherWallet state={state} frame={frame} />
    </>
  );
};

/** What is on its way, in a line. */
export function approvingTitle(state: At<'approving'>): string {
  return isPart(state) ? billedMessages.approving.part : billedMessages.approving.title;
}
