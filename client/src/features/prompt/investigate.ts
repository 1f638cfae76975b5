import { adminUserNamedPath, filteredPath, paths } from '#parts/navigation/paths.ts';
import type { Command } from './command.ts';

export const ip: Command = {
  name: 'ip',
  summary: 'Investigate an IP address or a network',
  usage: 'ip ADDRESS',
  example: 'ip 192.0.2.0/24',
  screen: paths.adminIpRecords,
  words: () => [],
  run([ip_address]) {
    if (ip_address === undefined) return { problems: ['ip needs an IP address or a network.'] };
    return { open: filteredPath(paths.adminIpRecords, { ip_address }) };
  },
};

export const user: Command = {
  name: 'user',
  summary: 'Open the record of a user',
  usage: 'user NAME',
  example: 'user ada',
  screen: paths.adminUserList,
  words: () => [],
  run([name]) {
    if (name === undefined) return { problems: ['user needs a name.'] };
    return { open: adminUserNamedPath(name) };
  },
};
