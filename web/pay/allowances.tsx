import { Component, type ComponentChildren } from 'preact';
import { LAST_WALLET_KEY, readKept } from './kept.ts';
import type { At } from './page-state.ts';
import type { LaterFrame } from './parts.tsx';

type Parts = typeof import('./allowances/excess-allowances.tsx');

interface AllowancesProps {
  readonly state: At<'review' | 'done'>;
  readonly frame: LaterFrame;
}

/** They are loaded where an allowance may stand that a payment does not use up. */
let parts: Parts | undefined;

/** What contracts may take beyond a payment: before it is signed, and once it is paid. */
export class Allowances extends Component<AllowancesProps> {
  override componentDidMount(): void {
    if (parts !== undefined || !mayExceed(this.props.state)) return;
    void this.#load();
  }

  async #load(): Promise<void> {
    parts ??= await import('./allowances/excess-allowances.tsx');
    this.forceUpdate();
  }

  override render(): ComponentChildren {
    const { state, frame } = this.props;
    if (parts === undefined || !mayExceed(state)) return null;
    return <parts.ExcessAllowances state={state} frame={frame} />;
  }
}

/** A plan that begins with an approval sets exactly what it takes, and what was sent is not to be disturbed. */
function mayExceed(state: At<'review' | 'done'>): boolean {
  const { link } = state;
  // Within another page only the Safe around it is asked, whose transactions set what they take.
  if (window.parent !== window) return false;
  if (link === undefined || link.networkId === 'tron') return false;
  if (!link.payments.some(({ asset }) => asset.address !== undefined)) return false;
  if (state.at === 'done') return readKept(LAST_WALLET_KEY) !== undefined;
  // What owners of a Safe propose sets what it takes.
  if (state.together === 'safe' || state.sent !== undefined) return false;
  return state.plan.steps[0]?.kind === 'pay';
}
