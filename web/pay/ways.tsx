import { Component } from 'preact';
import { messages } from './messages/en/all.ts';
import type { At } from './page-state.ts';
import type { Frame, Screen } from './parts.tsx';

interface WaysProps {
  readonly state: At<'connect'>;
  readonly frame: Frame;
}

/** Ways to pay without a wallet in this browser, loaded where there is none and where somebody opens them. */
export class Ways extends Component<WaysProps, { readonly Loaded?: Screen<'connect'> }> {
  override componentDidMount(): void {
    this.componentDidUpdate();
  }

  override componentDidUpdate(): void {
    if (this.#isNeeded()) void this.#load();
  }

  override render() {
    const { Loaded } = this.state;
    const loaded = Loaded && <Loaded {...this.props} />;
    if (this.#isNeeded()) {
      return (
        <>
          <p>{messages.ways.none}</p>
          {loaded}
        </>
      );
    }
    return (
      <details class="other-ways" onToggle={() => void this.#load()}>
        <summary>{messages.ways.elsewhere}</summary>
        {loaded}
      </details>
    );
  }

  #isNeeded(): boolean {
    return this.props.state.wallets?.length === 0;
  }

  async #load(): Promise<void> {
    if (this.state.Loaded) return;
    const { OtherWays } = await import('./other-ways/other-ways.tsx');
    this.setState({ Loaded: OtherWays });
  }
}
