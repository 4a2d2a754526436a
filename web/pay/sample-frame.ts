import { messages } from './messages/en/all.ts';
import type { LaterFrame } from './parts.tsx';

/** What screens of the pay page are handed, of a host that serves these networks. */
export function pageFrame(networks: readonly string[]): LaterFrame {
  const still = () => undefined;
  return {
    config: {
      mode: 'production',
      apiUrl: '',
      clientId: '',
      token: 'a link',
      networks: Object.fromEntries(networks.map((id) => [id, {}])),
    },
    messages,
    local: true,
    later: undefined,
    more: undefined,
    copied: undefined,
    dispatch: still,
    copy: still,
    print: still,
  };
}
