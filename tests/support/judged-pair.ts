import type { WalletScreenerName } from '#catalog/wallet-screeners.ts';
import { registerDestination } from '#modules/destinations/index.ts';
import { PAYEE, type RequestsHost } from './requests-host.ts';
import { insertPartner, linkToPartner } from './signed-in.ts';

/** USDC on Sepolia. */
const USDC = '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238';

/** A partner's key with a client ID of a platform, which is paid at `PAYEE` in USDC on Sepolia. */
export interface JudgedPair {
  readonly accountId: string;
  readonly clientIdId: string;
  readonly headers: Readonly<Record<string, string>>;
  /** An API key of the platform. */
  readonly ownKey: Readonly<Record<string, string>>;
}

/** Links a platform to a partner, whose plan has these vendors judge wallets, the first one first. */
export async function judgedPair(
  host: RequestsHost,
  providers: readonly { readonly provider: WalletScreenerName; readonly policyId?: string }[],
): Promise<JudgedPair> {
  const platform = await host.asker();
  const { accountId } = platform;
  const destinationId = `${PAYEE}@eip155:11155111:${USDC}`;
  const { id: payeeDestinationId } = await registerDestination(host.ctx, {
    accountId,
    destinationId,
  });
  const client = await host.clientOf(platform, { payeeDestinationId });
  const partner = await insertPartner(host.ctx.db, (await host.asker()).accountId);
  await linkToPartner(host.ctx.db, {
    orchestratorId: partner.id,
    clientIdId: client.id,
    accountId,
    kyt: JSON.stringify({
      providers: providers.map((one, priority) => ({ ...one, priority })),
    }),
  });
  const headers = { ...partner.header, ...client.headers };
  return { accountId, clientIdId: client.id, headers, ownKey: platform.key };
}
