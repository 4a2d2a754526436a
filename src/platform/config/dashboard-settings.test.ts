import { describe, expect, it } from 'vitest';
import { NETWORK_IDS } from '#catalog/networks.ts';
import { loadConfig } from './load.ts';

const PRODUCTION = {
  FLORIN_MODE: 'production',
  DATABASE_URL: 'postgres://florin:secret@db.example.com:5432/florin',
  RPC_URL_BASE: 'https://node.example.com/key',
  SECRET_KEY: '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0',
  API_URL: 'https://api.example.com/',
  AUTH_URL: 'https://auth.example.com',
  PAY_URL: 'https://pay.example.com',
};

function problemsOf(dashboardUrl: string | undefined): readonly string[] {
  const loaded = loadConfig({ ...PRODUCTION, DASHBOARD_URL: dashboardUrl }, NETWORK_IDS);
  return loaded.ok ? [] : loaded.problems.map(({ setting }) => setting);
}

describe('the address of the dashboard', () => {
  it.each([undefined, 'https://dashboard.example.com', 'http://localhost:8083'])(
    'may be %s',
    (url) => {
      expect(problemsOf(url)).toEqual([]);
    },
  );

  it.each([
    'https://api.example.com',
    'https://AUTH.example.com:443',
    'https://pay.example.com/',
    'http://dashboard.example.com',
  ])('may not be %s, that of another host or without HTTPS', (url) => {
    expect(problemsOf(url)).toEqual(['DASHBOARD_URL']);
  });
});
