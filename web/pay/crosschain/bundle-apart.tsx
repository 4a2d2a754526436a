import type { ComponentChildren } from 'preact';
import { list, member } from '../../engine/members.ts';
import { showAmount } from '../../ui/amount.ts';
import { findingMessages } from '../../ui/messages/en/all-pages.ts';
import { WalletList } from '../../ui/wallet-list.tsx';
import { networkOf, sumByAsset } from '../link.ts';
import { apartMessages as messages } from '../messages/en/apart.ts';
import type { At } from '../page-state.ts';
import { type Frame, Noticed } from '../parts.tsx';
import { type BundleChild, readBundleChildren } from './bundle-children.ts';

interface TotalsProps {
  /** The display data of the bundle. */
  readonly body: unknown;
  readonly frame: Frame;
}

/** What is due of a bundle on each of its networks; nothing while it cannot be read. */
export function ApartTotals({ body, frame }: TotalsProps): ComponentChildren {
  return totalsOf(readBundleChildren(body) ?? []).map(({ network, amounts }) =>
    amounts.map(({ asset: { symbol, decimals }, units }) => (
      <p key={`${network}${symbol}`} class="amount">
        <span class="number several">{showAmount(units, decimals)}</span>{' '}
        <span class="symbol">
          {symbol} {frame.messages.onNetwork(network)}
        </span>
      </p>
    )),
  );
}

function totalsOf(children: readonly BundleChild[]) {
  const networks = [...new Set(children.map(({ link }) => link.network))];
  return networks.map((network) => {
    const due = children.filter(({ link }) => link.network === network);
    const parts = due.map(({ link: { payments } }) => payments[0]);
    const money = parts.map(({ asset, amountUnits: units }) => ({ asset, units }));
    return { network: network.name, amounts: sumByAsset(money) };
  });
}

interface TogetherProps {
  readonly state: At<'unsupported'>;
  readonly frame: Frame;
}

/** The wallets that may pay all of a bundle from another network; nothing where none could. */
export function Together({ state, frame }: TogetherProps): ComponentChildren {
  const { body, wallets } = state;
  const { connect } = frame.messages;
  const children = list(body, 'children').filter((one) => member(one, 'executable') === true);
  if (!mayBePaidElsewhere(body, children, frame)) return null;
  return (
    <>
      <h3>{messages.title}</h3>
      <p>{messages.text(children.length)}</p>
      <div role="status">
        <Noticed state={state} frame={frame} />
      </div>
      {wallets?.length === 0 && <p>{findingMessages.none}</p>}
      <WalletList
        wallets={wallets}
        use={connect.use}
        onPick={(wallet) => frame.dispatch({ type: 'wallet_picked', wallet })}
      />
      {frame.later?.sandboxNote(frame, true)}
    </>
  );
}

/** Whether the bundle was not made to be paid where it is, and the host serves a network with bridges beside those of the children. */
function mayBePaidElsewhere(body: unknown, children: readonly unknown[], { config }: Frame) {
  const kind = member(body, 'executionKind');
  if (kind === 'evm_same_chain' || kind === 'tron_batch') return false;
  const due = children.map((one) => String(member(member(one, 'context'), 'network')));
  const isOther = (id: string) => isReal(id) && !due.includes(id);
  return due.every(isReal) && Object.keys(config.networks).some(isOther);
}

/** Test networks have no bridges, and neither has Tron. */
function isReal(id: string): boolean {
  const network = networkOf(id);
  return network !== undefined && !network.testnet && id !== 'tron';
}
