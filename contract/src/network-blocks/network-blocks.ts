import { formatNumber } from 'contract/formats.ts';
import { z } from 'zod';
import { Id, IdPath, Moment, requiredOr, Timestamp, visibleText, WholeNumber } from 'contract/fields.ts';
import {
  filterChoice,
  FilterIpAddress,
  IpAddressOrNetwork,
  notANetwork,
  paging,
  sortBy,
  withoutZone,
} from 'contract/lists.ts';
import { searchReason } from 'contract/view-reasons/view-reasons.ts';
import { onePage, saved } from 'contract/responses.ts';
import { file, json, route } from 'contract/route.ts';
import {
  networkBlockExportFormats,
  networkBlockLimits,
  networkBlockMessages,
  networkBlockStates,
} from './network-blocks.constants.ts';

const {
  reasonMaxLength,
  shortestPrefixBits,
  shortestMinutes,
  longestDays,
  active,
  perAgentAndHour,
  superuserDays,
} = networkBlockLimits;

const Network = z
  .string({ error: requiredOr(notANetwork) })
  .transform((text) => withoutZone(text.trim()))
  .pipe(z.string().refine((text) => IpAddressOrNetwork.safeParse(text).success, notANetwork))
  .describe(
    `An IP address, or a network in CIDR notation: IPv4 from /${shortestPrefixBits.ipv4}, IPv6 from /${shortestPrefixBits.ipv6}.`,
  );

export const NetworkBlock = z
  .object({
    id: Id,
    network: z.string().describe('In normal form: without host bits, an IPv4-mapped one as IPv4.'),
    reason: z.string(),
    created_at: Timestamp,
    created_by: z.string().nullable().describe('A username, or null if that user was deleted.'),
    ends_at: Timestamp,
    ended_at: Timestamp.nullable().describe('Null unless staff ended the block.'),
    ended_by: z.string().nullable(),
    end_reason: z.string().nullable(),
    state: z.enum(networkBlockStates),
    refused: z.int().describe('The number of refused requests, added up once a minute.'),
  })
  .meta({ id: 'NetworkBlock' });
export type NetworkBlock = z.infer<typeof NetworkBlock>;

const exampleBlock: NetworkBlock = {
  id: '01930a4e-7c00-7000-8000-000000000021',
  network: '203.0.113.0/24',
  reason: 'Guesses passwords since Monday.',
  created_at: '2026-01-31T02:03:04.567Z',
  created_by: 'grace',
  ends_at: '2026-02-07T02:00:00.000Z',
  ended_at: null,
  ended_by: null,
  end_reason: null,
  state: 'active',
  refused: 412,
};

export const SeenUsers = z.array(z.object({ id: Id, username: z.string(), last_seen: Timestamp }));

const Preview = z
  .object({
    network: NetworkBlock.shape.network,
    addresses: z.int().describe('The number of different IP addresses.'),
    matches: z.record(z.string(), z.int()).describe('The number of IP records by action.'),
    user_count: z.int().describe('The number of different users with a successful sign-in.'),
    users: SeenUsers.describe(
      `The first ${networkBlockLimits.previewUsers} of them by their latest sign-in. Empty where the setting \`view_reason\` requires a reason, and for a network that is too wide to be blocked.`,
    ),
    sign_ins: z.int(),
    failed_sign_ins: z.int(),
    registrations: z.int(),
    protected: z.array(z.string()).describe('Why the network cannot be blocked. Empty if it can.'),
  })
  .meta({ id: 'NetworkBlockPreview' });

export const previewNetworkBlock = route('previewNetworkBlock', {
  summary: 'Preview the block of a network',
  description: 'Counts what the block would have stopped in the last days, and whom it would hit.',
  body: z.strictObject({
    network: Network,
    days: WholeNumber.min(1, 'Must be at least 1.')
      .max(networkBlockLimits.longestPreviewDays, `Must be at most ${networkBlockLimits.longestPreviewDays}.`)
      .nullish()
      .transform((days) => days ?? networkBlockLimits.previewDays),
    ...searchReason,
  }),
  bodyExample: { network: '203.0.113.0/24', days: 30 },
  response: json(
    Preview,
    {
      network: '203.0.113.0/24',
      addresses: 7,
      matches: { login: 2, login_failed: 340 },
      user_count: 1,
      users: [
        {
          id: '01930a4e-7c00-7000-8000-000000000001',
          username: 'ada',
          last_seen: '2026-01-31T02:03:04.567Z',
        },
      ],
      sign_ins: 2,
      failed_sign_ins: 340,
      registrations: 0,
      protected: [],
    },
    'The preview. A network that cannot be blocked has one, too.',
  ),
  errors: ['view_reason_required'],
});

export const createNetworkBlock = route('createNetworkBlock', {
  summary: 'Block a network for a time',
  description: `Until it ends, nobody can register, sign in, reset a password or follow a link of an account from the network, or compute without a session. Reading stays possible, and so does everything else with a session or an API token. The end is from ${shortestMinutes} minutes to ${longestDays} days from now. At most ${formatNumber(active)} blocks are active. An agent who is no superuser blocks at most ${perAgentAndHour} networks an hour, and none from which a superuser was seen in the last ${superuserDays} days.`,
  body: z.strictObject({
    network: Network,
    reason: visibleText(reasonMaxLength),
    ends_at: Moment,
    end_sessions: z
      .boolean('Must be true or false.')
      .nullish()
      .transform((value) => value ?? false)
      .describe(
        'Also ends the sessions whose last IP address lies in the network, of users whom the caller may manage.',
      ),
  }),
  bodyExample: { network: '203.0.113.0/24', reason: exampleBlock.reason, ends_at: exampleBlock.ends_at },
  responses: {
    201: saved('block', NetworkBlock, {
      msg: networkBlockMessages.created,
      example: exampleBlock,
      description: 'Blocked.',
    }),
  },
  errors: ['conflict', 'too_many_requests'],
});

export const ListNetworkBlocksBody = z.strictObject({
  state: filterChoice(networkBlockStates),
  network: FilterIpAddress,
  sort: sortBy(['latest', 'oldest']),
  ...paging,
});

export const listNetworkBlocks = route('listNetworkBlocks', {
  summary: 'Find blocks of networks',
  description: 'An IP address finds the blocks that contain it, a network the blocks that equal it.',
  body: ListNetworkBlocksBody,
  bodyExample: { state: 'active', sort: 'latest', page: 1 },
  response: onePage('totalBlock', NetworkBlock, exampleBlock),
  errors: ['not_found'],
});

const NetworkRecords = z
  .object({
    network: z.string().describe('A /24, or a /48 of IPv6.'),
    addresses: z.int().describe('The number of different IP addresses.'),
    records: z.int(),
    failed: z.int().describe('The number of failed sign-ins.'),
    signed_in: z.int().describe('The number of successful sign-ins.'),
    accounts: z.int().describe('The number of accounts with records from there.'),
    last_at: Timestamp,
    blocked_by: z
      .string()
      .nullable()
      .describe(
        'The network of the active block that contains this one; of several, of the one that ends last.',
      ),
  })
  .meta({ id: 'NetworkRecords' });
export type NetworkRecords = z.infer<typeof NetworkRecords>;

export const ListNetworksBody = z.strictObject(paging);

export const listNetworks = route('listNetworks', {
  summary: 'List the networks of the latest IP records',
  description: `Counts the IP records of the last ${networkBlockLimits.previewDays} days by network, the most failed sign-ins first. Names no users.`,
  body: ListNetworksBody,
  bodyExample: { page: 1 },
  response: onePage('totalNetwork', NetworkRecords, {
    network: '203.0.113.0/24',
    addresses: 7,
    records: 351,
    failed: 340,
    signed_in: 2,
    accounts: 4,
    last_at: '2026-01-31T02:03:04.567Z',
    blocked_by: '203.0.0.0/16',
  }),
});

export const endNetworkBlock = route('endNetworkBlock', {
  summary: 'End the block of a network',
  params: IdPath,
  body: z.strictObject({ reason: visibleText(reasonMaxLength) }),
  bodyExample: { reason: 'The university has secured its network.' },
  response: saved('block', NetworkBlock, {
    msg: networkBlockMessages.ended,
    example: {
      ...exampleBlock,
      state: 'ended',
      ended_at: '2026-02-01T02:03:04.567Z',
      ended_by: 'grace',
      end_reason: 'The university has secured its network.',
    },
    description: 'Ended.',
  }),
  errors: ['conflict'],
});

export const exportNetworkBlocks = route('exportNetworkBlocks', {
  summary: 'Export the active blocks for a firewall',
  query: z.strictObject({
    format: z
      .enum(networkBlockExportFormats, `Must be ${networkBlockExportFormats.join(', ')}.`)
      .default('plain'),
  }),
  response: file('text/plain', 'One network a line. Empty without active blocks.'),
});
