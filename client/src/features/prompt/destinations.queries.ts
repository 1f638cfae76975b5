import { useQuery } from '@tanstack/react-query';
import { canParseUrl } from 'contract/can-parse-url.ts';
import type { Dataset } from 'contract/datasets/datasets.ts';
import { decimalFormat } from 'contract/formats.ts';
import type { Guide } from 'contract/guides/guides.ts';
import { savedUrl } from '#parts/calculator/saved/saved-url.ts';
import { termsText } from '#parts/calculator/saved/terms-text.ts';
import { dataset, datasetList } from '#parts/datasets/datasets.queries.ts';
import {
  adminUserPath,
  datasetPath,
  filteredPath,
  guidePath,
  loanPath,
  paths,
} from '#parts/navigation/paths.ts';
import { bestMatches } from '#parts/search/best-matches.ts';
import { useDebouncedValue } from '#parts/query/use-debounced-value.ts';
import { apiQuery } from '#session/call.ts';
import { useSession } from '#session/session.ts';
import { commandsOf, isCommandLine } from './commands.ts';
import type { PromptContext } from './command.ts';

/** A match of the line: a screen to open, or a command to continue. */
export interface Destination {
  id: string;
  label: string;
  /** What the screen is, or what the command does. */
  text: string;
  to: string | { line: string };
  /** Other words by which people search for it. */
  words?: string;
}

export interface DestinationGroup {
  name: string;
  destinations: Destination[];
}

const rowsOfEach = 5;
const minLength = 2;
const debounceMs = 200;

/** Searches screens and content for the words of the line; the server searches users and calculations. */
export function useDestinations(line: string, context: PromptContext) {
  const searched = isCommandLine(line, context) ? '' : line.trim();
  const text = useDebouncedValue(searched, debounceMs);
  const isLong = text.length >= minLength;
  const isStaff = context.screens.some(({ url }) => url === paths.adminUserList);
  const isSignedIn = useSession() !== null;
  const query = { text, page_size: rowsOfEach };
  const users = useQuery({
    ...apiQuery('listUsers', { query: { ...query, view: 'names' } }),
    // No username is an IP address.
    enabled: isLong && isStaff && !isIpAddress(text),
  });
  const calculations = useQuery({
    ...apiQuery('listCalculations', { query }),
    enabled: isLong && isSignedIn,
  });
  const { data: loans } = useQuery({ ...apiQuery('listLoans'), enabled: isLong && isSignedIn });
  const { data: datasets = [] } = useQuery(datasetList);
  const ofYear = useFigureOfYear(searched, datasets);
  const { data: guides } = useQuery({ ...apiQuery('listGuides'), staleTime: Infinity });

  const [screens, content] = [screensOf(context), contentOf(datasets, guides?.data ?? [])];
  const [best] = matching(searched, [...screens, ...content]);
  const contentGroup = { name: 'Guides and data', destinations: matching(searched, content) };
  const isContentBest = best !== undefined && content.includes(best);

  const groups: DestinationGroup[] = [
    { name: 'Figures', destinations: ofYear.destinations },
    ...(isContentBest ? [contentGroup] : []),
    { name: 'Screens', destinations: matching(searched, screens) },
    {
      name: 'Users',
      destinations: (users.data?.data ?? []).map(({ id, username, account_status }) => ({
        id,
        label: username,
        text: `User, ${account_status}`,
        to: adminUserPath(id),
      })),
    },
    { name: 'IP addresses', destinations: isStaff ? ipRecordsIn(searched) : [] },
    {
      name: 'Loans',
      destinations: matching(
        searched,
        (loans?.data ?? []).map(({ id, name }) => ({
          id,
          label: name,
          text: 'A loan that you follow',
          to: loanPath(id),
        })),
        ({ label }) => label,
      ),
    },
    {
      name: 'Saved calculations',
      destinations: (calculations.data?.data ?? []).map((calculation) => ({
        id: calculation.id,
        label: calculation.name,
        text: termsText(calculation.kind, calculation.input),
        to: savedUrl(calculation),
      })),
    },
    ...(isContentBest ? [] : [contentGroup]),
    { name: 'Commands', destinations: matching(searched, commandLines(context), ({ label }) => label) },
  ];
  const isTyping = searched !== text && (isStaff || isSignedIn);
  return {
    groups: searched === '' ? [] : groups.filter(({ destinations }) => destinations.length > 0),
    /** Whether the server may still find more. */
    isPending: isTyping || users.isLoading || calculations.isLoading || ofYear.isLoading,
  };
}

const figureText = (value: number, { decimals }: Dataset) =>
  decimalFormat(Math.min(decimals ?? 0, 2), 4).format(value);

/** The last figure of a year for a line such as `inflation 2011`. */
function useFigureOfYear(line: string, datasets: readonly Dataset[]) {
  const [, words = '', year = ''] = /^(.*\S)\s+((?:19|20)\d\d)$/.exec(line) ?? [];
  const [best] = bestMatches(words, datasets, ({ title, topic, words: others }) => ({
    title,
    text: [title, topic, ...others].join(' '),
  }));
  const { data, isLoading } = useQuery({
    ...dataset(best?.slug ?? '', { from: year, to: year }),
    enabled: best !== undefined,
  });
  const point = best && data?.series?.findLast(({ value }) => value !== null);
  const destinations: Destination[] = point
    ? [
        {
          id: `figure ${best.slug} ${year}`,
          label: `${figureText(point.value, best)} ${best.unit}`,
          text: `${best.title}, ${point.date}`,
          to: `${datasetPath(best.slug)}?from=${year}&to=${year}`,
        },
      ]
    : [];
  return { destinations, isLoading };
}

function contentOf(datasets: readonly Dataset[], guides: readonly Guide[]): Destination[] {
  return [
    ...datasets.map(({ slug, title, unit, topic, words }) => ({
      id: `dataset ${slug}`,
      label: title,
      text: `Dataset, ${unit}`,
      to: datasetPath(slug),
      words: [topic, ...words].join(' '),
    })),
    ...guides.map(({ slug, title, summary }) => ({
      id: `guide ${slug}`,
      label: title,
      text: summary,
      to: guidePath(slug),
    })),
  ];
}

const screensOf = ({ screens }: PromptContext): Destination[] =>
  screens.map(({ label, url, text = url }) => ({ id: url, label, text, to: url }));

const commandLines = (context: PromptContext): Destination[] =>
  commandsOf(context).map(({ name, summary }) => ({
    id: `command ${name}`,
    label: name,
    text: summary,
    to: { line: `${name} ` },
  }));

/** A link to the IP records if the line is an IPv4 or IPv6 address or a network. */
function ipRecordsIn(line: string): Destination[] {
  const ip = line.trim();
  if (!isIpAddress(ip)) return [];
  return [
    {
      id: 'ip',
      label: ip,
      text: 'The IP records of this IP address',
      to: filteredPath(paths.adminIpRecords, { ip_address: ip }),
    },
  ];
}

/** Matches if each word of the line is a prefix of a word. The best matches come first. */
function matching(
  line: string,
  destinations: readonly Destination[],
  searchedText = ({ label, text, words = '' }: Destination) => `${label} ${text} ${words}`,
): Destination[] {
  return bestMatches(line, destinations, (destination) => ({
    title: destination.label,
    text: searchedText(destination),
  })).slice(0, rowsOfEach);
}

const ipv4 = /^(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$/;

/** Or a network. */
export function isIpAddress(text: string): boolean {
  const [, address = '', bits = '0'] = /^([\d.]+|[\da-f:.]*:[\da-f:.]*)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  if (!address.includes(':')) return ipv4.test(address) && Number(bits) <= 32;
  return canParseUrl(`http://[${address}]`) && Number(bits) <= 128;
}
