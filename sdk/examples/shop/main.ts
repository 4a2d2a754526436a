import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandboxShop } from './sandbox-shop.ts';

const home = process.env['FLORIN_HOME'] ?? '.florin';
const sandbox = JSON.parse(readFileSync(join(home, 'sandbox.json'), 'utf8'));
const { apiUrl, authUrl, payUrl, apiKey, payee } = sandbox;
const { destinationId } = payee;
const port = Number(process.env['SHOP_PORT'] ?? 4000);

const shop = await startSandboxShop({ apiUrl, authUrl, payUrl, apiKey, destinationId, port });
console.log(`The shop is open at ${shop.url}`);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void shop.stop());
