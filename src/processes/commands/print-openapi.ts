import process from 'node:process';
import { describeApi } from '#hosts/api/api.ts';
import { publicUrls } from '#platform/config/public-urls.ts';
import { printDocument } from '#platform/http/openapi.ts';
import { type Environment, readConfig } from './read-config.ts';

/** Prints the description of the API as JSON. */
export function printOpenApiFile(environment: Environment): void {
  const config = readConfig(environment);
  const document = describeApi(publicUrls(config, config.ports));
  process.stdout.write(printDocument(document));
}
