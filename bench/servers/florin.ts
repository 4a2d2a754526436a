import { NETWORK_IDS } from '#catalog/networks.ts';
import { createApiKey, createClientId } from '#modules/clients/index.ts';
import { createAccount } from '#modules/identity/index.ts';
import { createSecurePayment } from '#modules/secure-payments/index.ts';
import { loadConfig } from '#platform/config/load.ts';
import { openLog } from '#platform/log.ts';
import { openShutdown } from '#platform/shutdown.ts';
import { buildHosts } from '../../src/hosts/api/api.ts';
import { wire } from '../../src/processes/wiring.ts';
import { announce, databaseUrlArgument, OTHER_LINKS } from './announce.ts';

// The API host as production wires it, every setting at its default, with credentials to call it.
const urls = {
  api: 'http://localhost:8080',
  auth: 'http://localhost:8081',
  pay: 'http://localhost:8082',
  dashboard: 'http://localhost:8083',
};
const databaseUrl = databaseUrlArgument();
const secretKey = 'a key of the benchmark, which opens nothing else';
const loaded = loadConfig(
  {
    FLORIN_MODE: 'production',
    DATABASE_URL: databaseUrl,
    SECRET_KEY: secretKey,
    // No node answers there: creating a link and reading one without a wallet need none.
    RPC_URL_BASE: 'http://127.0.0.1:1',
    API_URL: urls.api,
    AUTH_URL: urls.auth,
    PAY_URL: urls.pay,
  },
  NETWORK_IDS,
);
if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
const { config } = loaded;
const log = openLog({ level: config.logLevel, mode: config.mode });
const shutdown = openShutdown(log);
const { rpcUrls } = config;
const wiring = wire({ config, databaseUrl, rpcUrls, secretKey, urls, log }, shutdown);
const { api } = await buildHosts(wiring);

const { ctx } = wiring;
const { id: accountId } = await createAccount(ctx, { name: 'Bench' });
const { id: apiKeyId, apiKey } = await createApiKey(ctx, { accountId, label: 'Bench' });
const allowedDomains = [urls.pay];
const { clientId } = await createClientId(ctx, { accountId, label: 'Bench', allowedDomains });
const payee = '0x1111111111111111111111111111111111111111@eip155:8453#34790435';
const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const input = {
  requests: [{ destinationId: `${payee}:${usdc}`, amount: '12.5' }],
  reference: 'INV-77',
};
const caller = { ...ctx, actor: { kind: 'api_key', accountId, apiKeyId } } as const;
const newPath = async () => {
  const { token } = await createSecurePayment(caller, input);
  return `/v2/secure-payments/${token}`;
};

await announce({
  app: api,
  calls: {
    create: {
      method: 'POST',
      paths: ['/v2/secure-payments'],
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify(input),
    },
    read: {
      method: 'GET',
      paths: [
        await newPath(),
        ...(await Promise.all(Array.from({ length: OTHER_LINKS }, newPath))),
      ],
      headers: { 'x-client-id': clientId, origin: urls.pay },
    },
  },
  close: () => shutdown.run(),
});
