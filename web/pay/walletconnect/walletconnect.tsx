/** Wallet apps that are reached through WalletConnect. Loaded only where the operator has switched it on. */

import { Component } from 'preact';
import { reportUnloaded } from '../../engine/report-unloaded.ts';
import { Copy, Secondary, Title, Waiting } from '../../ui/parts.tsx';
import type { FoundWallet, Wallet } from '../../wallet/provider.ts';
import { rpcUrlOf } from '../../wallet/relay.ts';
import { TRUSTED } from '../../wallet/trusted.generated.ts';
import {
  openRelayedWallet,
  type RelayedWallet,
} from '../../wallet/walletconnect/walletconnect-provider.ts';
import type { PageConfig } from '../config.ts';
import type { Link } from '../link.ts';
import { openMemory } from '../memory.ts';
import { walletConnectMessages as messages } from '../messages/en/walletconnect.ts';
import { warnOfOpen } from '../move-fees.ts';
import { readDevice } from '../other-ways/device.ts';
import { QrCode } from '../other-ways/qr-code.tsx';
import type { PageEvent } from '../page-state.ts';
import type { LaterFrame } from '../parts.tsx';
import { PAIRING_APPS, pairingLink } from './pairing-apps.ts';

/** Under this name it is stored as the wallet that was used. */
const WALLETCONNECT_ID = 'com.walletconnect';

/** What the page hands over. */
interface WalletConnectParts {
  readonly config: PageConfig;
  /** The link that is paid, where it is known: its network is asked for first. */
  readonly link: Link | undefined;
  readonly dispatch: (event: PageEvent) => void;
}

let wallet: RelayedWallet | undefined;
let uri: string | undefined;
let onUri: (() => void) | undefined;

/** The wallets behind WalletConnect as one wallet of the page. */
export function openWalletConnect(parts: WalletConnectParts): FoundWallet {
  const { config, dispatch } = parts;
  wallet = openRelayedWallet({
    open: () => openVendorClient(config),
    chainIds: () => chainIdsOf(parts),
    rpcUrlOf: (chainId) => nodeOf(config, chainId),
    onPairing: (code) => {
      uri = code;
      onUri?.();
    },
    onEnded: () => {
      dispatch({ type: 'warned', notice: messages.problems.ended });
      warnOfOpen({ memory: openMemory(config.token, Date.now), dispatch });
    },
    texts: messages.problems,
  });
  const { provider } = wallet;
  return { id: WALLETCONNECT_ID, name: messages.name, icon: undefined, provider };
}

/** Whether a wallet of the page is this one. */
export function isWalletConnect({ id }: Pick<Wallet, 'id'>): boolean {
  return id === WALLETCONNECT_ID;
}

/** Ends the connection with a wallet that the payer turned away from. */
export async function leaveWalletConnect(): Promise<void> {
  await wallet?.leave();
}

async function openVendorClient({ walletConnect }: PageConfig) {
  if (walletConnect === undefined) throw new Error('WalletConnect is switched off');
  // Else it would only be said that the relay cannot be reached.
  const { openClient } = await import('../../wallet/walletconnect/walletconnect-client.ts').catch(
    reportUnloaded,
  );
  const metadata = { name: location.host, description: '', url: location.origin, icons: [] };
  return await openClient({ ...walletConnect, metadata });
}

/** The networks that can be paid on. In the sandbox none that has a real namesake, whose signatures would be good there. */
function chainIdsOf({ config, link }: WalletConnectParts): readonly number[] {
  const first = link?.network.chainId;
  return Object.keys(config.networks)
    .flatMap((id) => TRUSTED[id] ?? [])
    .filter(({ addressPattern, testnet }) => {
      const isEvm = addressPattern === undefined;
      return isEvm && (testnet || config.mode === 'production');
    })
    .map(({ chainId }) => chainId)
    .sort((one, other) => Number(other === first) - Number(one === first));
}

/** Where WalletConnect's company passes JSON-RPC on, for wallets that do not. */
const NODES = 'https://rpc.walletconnect.org/v1/';

function nodeOf(
  { mode, networks, walletConnect }: PageConfig,
  chainId: number,
): string | undefined {
  const id = Object.keys(networks).find((one) => TRUSTED[one]?.chainId === chainId);
  const own = id === undefined ? undefined : rpcUrlOf(networks, id);
  if (own !== undefined || mode === 'sandbox') return own;
  return `${NODES}?chainId=eip155:${chainId}&projectId=${walletConnect?.projectId}`;
}

/** The code by which a wallet app connects, and the ways to hand it over. */
export class Pairing extends Component<{ readonly frame: LaterFrame }> {
  override componentDidMount(): void {
    onUri = () => this.forceUpdate();
  }

  override componentWillUnmount(): void {
    onUri = undefined;
  }

  override render() {
    const { frame } = this.props;
    return (
      <>
        {uri === undefined ? <Waiting text={messages.waiting} /> : <Code uri={uri} frame={frame} />}
        <Secondary onClick={() => frame.dispatch({ type: 'other_wallet' })}>
          {frame.messages.back}
        </Secondary>
      </>
    );
  }
}

function Code({ uri, frame }: { readonly uri: string; readonly frame: LaterFrame }) {
  const { isPhone } = readDevice(navigator.userAgent);
  const { title, text } = isPhone ? messages.open : messages.scan;
  return (
    <>
      <Title>{title}</Title>
      <p>{text}</p>
      {isPhone ? (
        <ul class="wallets">
          {PAIRING_APPS.map((app) => (
            <li key={app.name}>
              <a class="secondary" href={pairingLink(app, uri)}>
                {messages.open.app(app.name)}
              </a>
            </li>
          ))}
          <li>
            <a class="secondary" href={uri}>
              {messages.open.other}
            </a>
          </li>
        </ul>
      ) : (
        <QrCode text={uri} label={messages.scan.code} />
      )}
      <p>
        <Copy text={uri} label={messages.copy} frame={frame} />
      </p>
    </>
  );
}

/** The way to the app in which a request waits, on the device that it is on. */
export function ToApp({ asked }: { readonly asked: Wallet }) {
  const link = isWalletConnect(asked) ? wallet?.appLink() : undefined;
  if (link === undefined || !readDevice(navigator.userAgent).isPhone) return null;
  return (
    <a class="secondary" href={link}>
      {messages.toApp}
    </a>
  );
}
