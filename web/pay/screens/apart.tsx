import { Component, type ComponentChildren } from 'preact';
import { list, member, texts } from '../../engine/members.ts';
import { unitsOf } from '../../ui/amount.ts';
import { Title } from '../../ui/parts.tsx';
import { assetOf, networkOf } from '../link.ts';
import { moreMessages } from '../messages/en/more.ts';
import type { At } from '../page-state.ts';
import { type Frame, money } from '../parts.tsx';

const TOKEN = /^[0-9A-Z]{26}$/;

interface ApartProps {
  readonly state: At<'unsupported'>;
  readonly frame: Frame;
}

/**
 * A bundle that no one network can pay at once: the way to pay all of it from another network, and the links of its
 * children, by which each can be paid; null for anything else.
 */
export function apart(state: ApartProps['state'], frame: Frame): ComponentChildren {
  const children = list(state.body, 'children').filter(
    (one) => member(one, 'executable') === true && child(one) !== null,
  );
  return children.length === 0 ? null : (
    <Apart state={state} frame={frame} links={children.map(child)} />
  );
}

/** It is loaded for such bundles only. */
let part: typeof import('../crosschain/bundle-apart.tsx') | undefined;

class Apart extends Component<ApartProps & { readonly links: ComponentChildren }> {
  override componentDidMount(): void {
    void this.#load();
  }

  async #load(): Promise<void> {
    part ??= await import('../crosschain/bundle-apart.tsx');
    this.forceUpdate();
  }

  override render() {
    const { state, frame, links } = this.props;
    return (
      <>
        {part && frame.local && <part.ApartTotals body={state.body} frame={frame} />}
        <Title>{moreMessages.apart.title}</Title>
        {part && frame.local && <part.Together state={state} frame={frame} />}
        <h3>{moreMessages.apart.each}</h3>
        <ol class="payees">{links}</ol>
      </>
    );
  }
}

function child(one: unknown) {
  const { securePaymentToken: token = '', amount = '' } = texts(one, [
    'securePaymentToken',
    'amount',
  ]);
  const context = texts(member(one, 'context'), ['network', 'currency']);
  const network = networkOf(context.network ?? '');
  const asset = network && assetOf(network, context.currency ?? '');
  const units = asset && unitsOf(amount, asset.decimals);
  if (network === undefined || asset === undefined || units === undefined || !TOKEN.test(token))
    return null;
  const text = moreMessages.apart.pay(money({ asset, units }), network.name);
  return (
    <li key={token}>
      <a class="explorer" href={`?token=${token}`}>
        {text}
      </a>
    </li>
  );
}
