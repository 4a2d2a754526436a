import { z } from 'zod';
import {
  type AccessRow,
  byId,
  CLIENT_OF_NOBODY,
  freshClient,
  freshIntent,
  freshLinked,
  hookUrl,
  INTENT_OF_NOBODY,
  idInPath,
  KYT,
  nothing,
  onboarded,
  onePartnersHook,
  type Position,
  rowOf,
  toOneDelivery,
  walletOf,
} from '../../support/access-fixtures.ts';
import { type AccessWorld, nobodys, type Party, textAt } from '../../support/access-world.ts';

const Keys = z.array(z.looseObject({ id: z.string(), status: z.string() }));

/** Two keys of a partner work at most, so those of the calls before end. */
async function endOtherKeys(world: AccessWorld): Promise<void> {
  const session = walletOf(world.own);
  const { keys } = await world.done('viewOrchestrator', {}, session);
  for (const { id, status } of Keys.parse(keys)) {
    if (status === 'active' && id !== world.own.orchestratorKeyId) {
      await world.done('revokeOrchestratorKey', byId(id), session);
    }
  }
}

/** What is done to one endpoint of a partner. */
const toOneHook = (body?: unknown): AccessRow => ({
  own: async (world) => byId(await onePartnersHook(world, world.own), body),
  positions: [idInPath('a webhook', onePartnersHook, body)],
});

/** What a partner takes by default. */
const FEE_CONFIG = {
  bps: 250,
  feeBearer: 'recipient',
  flow: 'incoming',
  evmRecipientAddress: '0x5555555555555555555555555555555555555555',
};

/** A default fee of a partner's; it has one of a kind at most. */
async function oneFeeConfig(world: AccessWorld, of: Party): Promise<string> {
  const key = of.credentials.orchestrator_key;
  const [found] = await world.list('listFeeConfigs', key);
  if (found !== undefined) return textAt(found, 'id');
  return textAt(await world.done('createFeeConfig', { body: FEE_CONFIG }, key), 'id');
}

/** What is done to one fee of a partner. */
const toOneFeeConfig = (body?: unknown): AccessRow => ({
  own: async (world) => byId(await oneFeeConfig(world, world.own), body),
  positions: [idInPath('a fee config', oneFeeConfig, body)],
});

const BRANDING = { primaryActionColor: '#7c3aed' };

/** A client ID of a partner's with a look of its own. */
async function branded(world: AccessWorld, of: Party): Promise<string> {
  const { clientId } = await freshLinked(world, of);
  const key = of.credentials.orchestrator_key;
  await world.done('createBranding', { body: { ...BRANDING, clientId } }, key);
  return clientId;
}

/** A client ID that is named in the body of a change, and else in the query. */
function brandedClient(operationId: string): Position {
  const inBody = operationId === 'createBranding' || operationId === 'updateBranding';
  return {
    what: 'a client ID',
    call: (_world, of) => {
      const clientId = of?.linkedClientId ?? CLIENT_OF_NOBODY;
      return inBody ? { body: { ...BRANDING, clientId } } : { query: { clientId } };
    },
  };
}

const Hooks = z.array(z.looseObject({ id: z.string() }));

/** Nobody delivers here, and a test waits for the attempts of the endpoints that are on. */
async function endHooks(world: AccessWorld): Promise<void> {
  const key = world.own.credentials.orchestrator_key;
  const { webhooks } = await world.done('listOrchestratorWebhooks', {}, key);
  for (const { id } of Hooks.parse(webhooks)) {
    await world.done('deactivateOrchestratorWebhook', byId(id), key);
  }
}

/** The same one, switched on, whatever calls before have done with it. */
async function activePartnersHook(world: AccessWorld, of: Party): Promise<string> {
  const id = await onePartnersHook(world, of);
  await world.done('reactivateOrchestratorWebhook', byId(id), of.credentials.orchestrator_key);
  return id;
}

/** Partners and onboarding. */
export const PARTNERS_ROWS: Readonly<Record<string, AccessRow>> = {
  createOrchestrator: {
    own: () => ({ body: { orchestratorName: 'A', orchestratorContactEmail: 'a@people.example' } }),
    // The account has one already.
    answers: { session: 409, wallet_session: 409 },
    positions: [],
  },
  viewOrchestrator: { own: nothing, positions: [] },
  rotateOrchestratorKey: {
    own: async (world) => {
      await endOtherKeys(world);
      return { body: {} };
    },
    positions: [],
  },
  revokeOrchestratorKey: {
    own: async (world) => {
      await endOtherKeys(world);
      const made = await world.done('rotateOrchestratorKey', { body: {} }, walletOf(world.own));
      return byId(textAt(made, 'key.id'));
    },
    positions: [idInPath('a key of a partner', (_world, of) => of.orchestratorKeyId)],
  },
  linkClientId: {
    own: async (world) => ({
      body: { clientId: (await freshClient(world, world.own)).clientId },
    }),
    positions: [
      {
        what: 'a client ID',
        call: (_world, of) => ({ body: { clientId: of?.clientId ?? CLIENT_OF_NOBODY } }),
      },
    ],
  },
  listClientIdLinks: { own: nothing, positions: [] },
  listLinkIntents: { own: nothing, positions: [] },
  unlinkClientId: {
    own: async (world) => ({
      params: { clientId: (await freshLinked(world, world.own)).clientId },
    }),
    positions: [
      {
        what: 'a client ID',
        call: (_world, of) => ({ params: { clientId: of?.linkedClientId ?? CLIENT_OF_NOBODY } }),
      },
    ],
  },
  createLinkIntent: { own: () => ({ body: { clientIdName: 'A shop' } }), positions: [] },
  viewLinkIntent: {
    own: async (world) => ({ params: { token: await freshIntent(world, world.own) } }),
    // The token is the right to see it, by any creator.
    positions: [],
  },
  acceptLinkIntent: {
    own: async (world) => ({
      params: { token: await freshIntent(world, world.own) },
      body: {},
    }),
    positions: [
      {
        what: 'no intent at all',
        call: () => ({ params: { token: INTENT_OF_NOBODY }, body: {} }),
      },
    ],
  },
  unlinkOrchestrator: {
    own: async (world) => ({ params: { clientIdId: (await freshLinked(world, world.own)).id } }),
    positions: [
      {
        what: 'a client ID',
        call: async (world, of) => ({
          params: { clientIdId: of ? (await freshLinked(world, of)).id : nobodys() },
        }),
      },
    ],
  },
  updateLinkKyt: {
    own: async (world) => {
      const clientId = await onboarded(world, world.own);
      return { params: { clientIdId: await rowOf(world, world.own, clientId) }, body: KYT };
    },
    positions: [
      {
        what: 'a client ID',
        call: async (world, of) => {
          if (of === undefined) return { params: { clientIdId: nobodys() }, body: KYT };
          const clientId = await onboarded(world, of);
          return { params: { clientIdId: await rowOf(world, of, clientId) }, body: KYT };
        },
      },
    ],
  },
  createFeeConfig: {
    own: async (world) => ({
      body: { ...FEE_CONFIG, clientId: (await freshLinked(world, world.own)).clientId },
    }),
    positions: [
      {
        what: 'a client ID',
        call: (_world, of) => ({
          body: { ...FEE_CONFIG, clientId: of?.linkedClientId ?? CLIENT_OF_NOBODY },
        }),
      },
    ],
  },
  listFeeConfigs: {
    own: nothing,
    positions: [
      {
        what: 'a client ID',
        call: (_world, of) => ({ query: { clientId: of?.linkedClientId ?? CLIENT_OF_NOBODY } }),
      },
    ],
  },
  updateFeeConfig: toOneFeeConfig({ bps: 100 }),
  disableFeeConfig: toOneFeeConfig(),
  createBranding: {
    own: async (world) => ({
      body: { ...BRANDING, clientId: (await freshLinked(world, world.own)).clientId },
    }),
    positions: [brandedClient('createBranding')],
  },
  viewBranding: {
    own: async (world) => ({ query: { clientId: await branded(world, world.own) } }),
    positions: [brandedClient('viewBranding')],
  },
  updateBranding: {
    own: async (world) => ({ body: { ...BRANDING, clientId: await branded(world, world.own) } }),
    positions: [brandedClient('updateBranding')],
  },
  removeBranding: { own: nothing, positions: [brandedClient('removeBranding')] },
  createOrchestratorWebhook: { own: () => ({ body: { url: hookUrl() } }), positions: [] },
  listOrchestratorWebhooks: { own: nothing, positions: [] },
  deactivateOrchestratorWebhook: toOneHook(),
  reactivateOrchestratorWebhook: toOneHook(),
  rotateWebhookSecret: toOneHook({}),
  listWebhookDeliveries: toOneHook(),
  exportOrchestratorWebhookDeliveries: {
    own: async (world) => ({
      ...byId(await onePartnersHook(world, world.own)),
      query: { format: 'json' },
    }),
    positions: [
      {
        what: 'a webhook',
        call: async (world, of) => ({
          ...byId(of && (await onePartnersHook(world, of))),
          query: { format: 'json' },
        }),
      },
    ],
  },
  viewOrchestratorWebhookFigures: toOneHook(),
  viewWebhookDelivery: toOneDelivery(onePartnersHook),
  replayWebhookDelivery: toOneDelivery(activePartnersHook),
  replayWebhook: {
    ...toOneHook({}),
    own: async (world) => byId(await activePartnersHook(world, world.own), {}),
  },
  testOrchestratorWebhooks: {
    own: async (world) => {
      await endHooks(world);
      return { body: { eventType: 'client_id.linked' } };
    },
    positions: [],
  },
};
