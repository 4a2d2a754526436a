import { describeIdentityProvider } from '../../../tests/providers/identity-conformance.ts';
import { startPlainPersonaServer } from '../../../tests/providers/plain-persona-server.ts';

describeIdentityProvider('a server of the shapes of Persona', startPlainPersonaServer);
