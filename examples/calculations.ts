/** Lists the calculations of the token's user: DECLASSIFIED_TOKEN=… npx tsx calculations.ts */
import { createApi, dataOf, optionsFromEnvironment } from './client.ts';

const options = optionsFromEnvironment();
if (!options.token)
  throw new Error('Set DECLASSIFIED_TOKEN to a personal access token that may read calculations.');
const api = createApi(options);

for (let page = 1, read = 0, total = 1; read < total; page++) {
  const { data, totalCalculation } = dataOf(
    await api.GET('/api/v1/finance/calculations/', { params: { query: { page } } }),
  );
  for (const { name, kind, calculated_on: day } of data) console.log(`${day}  ${kind}  ${name}`);
  total = totalCalculation;
  read = data.length === 0 ? total : read + data.length;
}
