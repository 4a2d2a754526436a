import { list, member } from '../engine/members.ts';
import type { SignInAccount } from '../wallet/sign-in-accounts.ts';

/** A network that can be paid on. */
interface DashboardNetwork {
  readonly id: string;
  readonly name: string;
  readonly chainId: number;
}

/** What the host hands the page; src/hosts/dashboard/dashboard-host.ts has the same shape. */
export interface DashboardConfig {
  readonly mode: 'sandbox' | 'production';
  readonly apiUrl: string;
  readonly authUrl: string;
  readonly payUrl: string;
  /** The networks that can be paid on here. */
  readonly networks: readonly DashboardNetwork[];
  /** The wallets of the sandbox that live in the page; none in production. */
  readonly testWallets: readonly SignInAccount[];
}

function readConfig(text: string | undefined): DashboardConfig {
  const handed: unknown = JSON.parse(text ?? '{}');
  const textOf = (name: string) => String(member(handed, name) ?? '');
  return {
    mode: textOf('mode') === 'sandbox' ? 'sandbox' : 'production',
    apiUrl: textOf('apiUrl'),
    authUrl: textOf('authUrl'),
    payUrl: textOf('payUrl'),
    networks: list(handed, 'networks').map((one) => ({
      id: String(member(one, 'id')),
      name: String(member(one, 'name')),
      chainId: Number(member(one, 'chainId')),
    })),
    testWallets: list(handed, 'testWallets').map((one) => ({
      id: String(member(one, 'id')),
      address: String(member(one, 'address')),
      privateKey: String(member(one, 'privateKey')),
    })),
  };
}

/** The element that the page is drawn in. */
export const root: HTMLElement | null = document.getElementById('dashboard');

export const config: DashboardConfig = readConfig(root?.dataset['handed']);

/** The name of a network, or its id where this installation does not have it. */
export function networkName(id: string): string {
  return config.networks.find((network) => network.id === id)?.name ?? id;
}
