import { Component, type ComponentChildren } from 'preact';
import type { At } from './page-state.ts';
import type { LaterFrame } from './parts.tsx';

type Parts = typeof import('./crosschain/pay-crosschain.ts');

interface ElsewhereProps {
  readonly state: At<'review' | 'short' | 'no_gas' | 'crosschain'>;
  readonly frame: LaterFrame;
}

/** They are loaded for payments that another network could make, or has begun to make. */
let parts: Parts | undefined;

/** Loads them. */
export async function loadElsewhere(): Promise<Parts> {
  parts ??= await import('./crosschain/pay-crosschain.ts');
  return parts;
}

/** Paying from other networks: the way there, and everything after it. */
export class Elsewhere extends Component<ElsewhereProps> {
  override componentDidMount(): void {
    const { link, ...state } = this.props.state;
    const isGoal =
      link === undefined ||
      (link.kind !== 'batch' && !link.network.testnet && link.networkId !== 'tron');
    // The fees of a payment that was sent are paid where it was.
    if (parts !== undefined || !isGoal || ('sent' in state && state.sent !== undefined)) return;
    void loadElsewhere().then(() => this.forceUpdate());
  }

  override render(): ComponentChildren {
    const { state, frame } = this.props;
    if (parts === undefined) return null;
    if (state.at === 'crosschain') return <parts.Crosschain state={state} frame={frame} />;
    return 'sent' in state && state.sent !== undefined ? null : (
      <parts.Offer state={state} frame={frame} />
    );
  }
}
