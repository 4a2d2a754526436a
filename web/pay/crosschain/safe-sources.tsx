import { Component } from 'preact';
import { Address } from '../../ui/parts.tsx';
import { safeRouteMessages as messages } from '../messages/en/safe-route.ts';
import type { SafePayer } from './safe-payer.ts';
import type { RouteSource } from './source-options.ts';

interface SourcesProps {
  readonly safe: SafePayer;
  readonly sources: readonly RouteSource[];
  /** The network of the payment. */
  readonly destination: string;
  readonly nameOf: (source: RouteSource) => string;
  readonly onPick: (source: RouteSource) => void;
}

/** The tokens of a Safe that is not the same where the payment is made: first the payer says to which owner it returns. */
export class SafeSources extends Component<SourcesProps, { readonly owner: string }> {
  override state = { owner: '' };

  override render() {
    const { safe, sources, destination, nameOf, onPick } = this.props;
    const { owner: refundWallet } = this.state;
    const [first] = sources;
    if (first === undefined) return null;
    return (
      <>
        <h3>{messages.sources(first.network.name)}</h3>
        <p>{messages.sourcesNote(destination)}</p>
        <fieldset class="owners">
          <legend>{messages.owner}</legend>
          {safe.owners.map((owner) => (
            <label key={owner} class="tick">
              <input
                type="radio"
                name="owner"
                checked={owner === refundWallet}
                onChange={() => this.setState({ owner })}
              />
              <Address address={owner} />
            </label>
          ))}
        </fieldset>
        {refundWallet !== '' && (
          <ul class="wallets">
            {sources.map((source) => (
              <li key={source.token}>
                <button
                  type="button"
                  class="secondary source"
                  onClick={() => onPick({ ...source, refundWallet })}
                >
                  {nameOf(source)}
                </button>
              </li>
            ))}
          </ul>
        )}
      </>
    );
  }
}
