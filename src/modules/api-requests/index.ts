export { openApiRequestRecorder } from './record-api-requests.ts';
