import { Component, type ComponentChildren } from 'preact';
import type { At } from '../page-state.ts';
import type { LaterFrame } from '../parts.tsx';
import { Crosschain } from './crosschain.tsx';

type BundleParts = typeof import('./pay-bundle.tsx');

interface WayProps {
  readonly state: At<'crosschain'>;
  readonly frame: LaterFrame;
}

/** It is loaded for bundles only. */
let bundles: BundleParts | undefined;

/** Paying a link or a bundle from another network. */
export class Way extends Component<WayProps> {
  override componentDidMount(): void {
    if (bundles === undefined && this.props.state.link?.kind !== 'single') void this.#load();
  }

  async #load(): Promise<void> {
    bundles = await import('./pay-bundle.tsx');
    this.forceUpdate();
  }

  override render(): ComponentChildren {
    const { state, frame } = this.props;
    if (state.link !== undefined && state.link.kind === 'single')
      return <Crosschain state={state} frame={frame} />;
    return bundles && <bundles.Bundle state={state} frame={frame} />;
  }
}
