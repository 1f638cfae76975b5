import { pagePaths } from 'contract/page-paths.ts';
import { generatePath } from 'react-router-dom';

export const paths = pagePaths;

export const guidePath = (slug: string) => generatePath(paths.guide, { slug });

export const datasetPath = (slug: string) => generatePath(paths.dataset, { slug });

export const embeddedDatasetPath = (slug: string) => generatePath(paths.embeddedDataset, { slug });

export const vintagePath = (slug: string, name: string) => `${datasetPath(slug)}?vintage=${name}`;

export const loanPath = (loanId: string) => generatePath(paths.loan, { loanId });

/** Opens the file picker of a loan. */
export const addFileHash = '#add';

export const userProfilePath = (userId: string) => generatePath(paths.userProfile, { userId });

export const adminUserPath = (userId: string) => generatePath(paths.adminUser, { userId });

export const adminEditUserPath = (userId: string) => generatePath(paths.adminEditUser, { userId });

export const adminEditQuestionPath = (questionId: string) =>
  generatePath(paths.adminEditQuestion, { questionId });

export const attemptPath = (attemptId: string) => generatePath(paths.attempt, { attemptId });

export const adminUserNamedPath = (username: string) => generatePath(paths.adminUserNamed, { username });

/** The timeline of a user or of an IP address. */
export function timelinePath(of: { user_id: string } | { ip_address: string }): string {
  return `${paths.adminTimeline}?${new URLSearchParams(of)}`;
}

/** The sections of the friends tab that links open. Notifications have them, too. */
export const friendsSections = { reported: 'reported', invitations: 'invitations' } as const;

export const friendsSectionPath = (section: keyof typeof friendsSections) =>
  `${paths.profile}?tab=friends#${friendsSections[section]}`;

/** The path of a list with the filter applied. */
export function filteredPath(path: string, filter: Record<string, string>): string {
  return `${path}?${new URLSearchParams(filter)}`;
}
