import { isNetworkId, type NetworkId } from '#catalog/networks.ts';
import { Bug } from '#kit/failure.ts';

/** A network id out of the configuration, which was checked against the same list before. */
export function networkIdOf(id: string): NetworkId {
  if (isNetworkId(id)) return id;
  throw new Bug(`the configuration let through a network "${id}"`);
}
