import { z } from 'zod';
import { type Said, sendToHost } from './send-to-host.ts';
import { signInAt } from './sign-in-at.ts';
import type { ReachedWorld } from './world.ts';

type Headers = Readonly<Record<string, string>>;
type Person = Awaited<ReturnType<typeof signInAt>>;

const Partner = z.object({ orchestrator: z.object({ id: z.string() }), rawKey: z.string() });
const ClientId = z.object({ id: z.string(), clientId: z.string() });
const Destination = z.object({ destinationId: z.string() });

/** An invitation as its partner gets it. */
export const Invitation = z.object({
  url: z.string(),
  intent: z.looseObject({
    id: z.string(),
    accessToken: z.string(),
    expiresAt: z.string(),
    createdAt: z.string(),
  }),
});

const USDC_ON_BASE = { tokenAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', chainId: 8453 };

/** Makes partners and platforms in a world, by calls like anybody's. */
export function partnersOf(world: Pick<ReachedWorld, 'apiUrl' | 'authUrl'>) {
  const { apiUrl, authUrl } = world;

  const invite = (key: Headers, more: object = {}): Promise<Said> =>
    sendToHost(`${apiUrl}/v2/orchestrators/client-id-link-intents`, {
      headers: key,
      body: { clientIdName: 'Fruit stall', ...more },
    });

  /** Says that a wallet wants its money in USDC on Base. */
  async function register({ headers }: Person): Promise<string> {
    const url = `${authUrl}/v1/payee-destination`;
    const { body } = await sendToHost(url, { headers, body: USDC_ON_BASE });
    return Destination.parse(body).destinationId;
  }

  return {
    invite,
    register,
    /** A partner of its own, with the session of its account. */
    newPartner: async () => {
      const wallet = await signInAt(authUrl);
      const said = await sendToHost(`${apiUrl}/v2/orchestrators`, {
        headers: wallet.headers,
        body: { orchestratorName: 'Market stalls', orchestratorContactEmail: 'us@stalls.example' },
      });
      const { orchestrator, rawKey } = Partner.parse(said.body);
      return { said, wallet, id: orchestrator.id, key: { 'x-orchestrator-key': rawKey } };
    },
    /** A client ID of somebody's own account, bound to a destination as a pair needs it. */
    ownClientId: async (wallet: Person) => {
      const payeeDestinationId = await register(wallet);
      const { body } = await sendToHost(`${authUrl}/v1/client-ids`, {
        headers: wallet.headers,
        body: { label: 'Stall', allowedDomains: [], payeeDestinationId },
      });
      return ClientId.parse(body);
    },
    /** A wallet with a destination, and what it was answered when it accepted an invitation. */
    onboarded: async (key: Headers, more: object = {}) => {
      const { intent } = Invitation.parse((await invite(key, more)).body);
      const wallet = await signInAt(authUrl);
      await register(wallet);
      const said = await sendToHost(`${authUrl}/v1/client-id-links/intents/${intent.accessToken}`, {
        headers: wallet.headers,
        body: { kyt: { provider: null } },
      });
      return { intent, wallet, said };
    },
  };
}
