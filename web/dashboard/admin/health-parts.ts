import type { components } from '../../api/schema.generated.d.ts';

/** How the installation stands, as the API answers it. */
export type Health = components['schemas']['Health'];
