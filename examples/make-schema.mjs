// Makes schema.d.ts, the types of the client, from the OpenAPI document of a server: npm run schema -- http://localhost:3000
import { writeFileSync } from 'node:fs';
import openapiTypeScript, { astToString } from 'openapi-typescript';

const [server = 'http://localhost:3000'] = process.argv.slice(2);
const types = await openapiTypeScript(new URL('/api/openapi.json', server));
writeFileSync(new URL('schema.d.ts', import.meta.url), astToString(types));
