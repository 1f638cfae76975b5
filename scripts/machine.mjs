export function refuse(message) {
  console.error(`Declassified can't start: ${message}`);
  process.exit(1);
}

/** A problem in one line, or undefined if the product runs on this machine. */
export function findMachineProblem({ nodeVersion, platform, arch, isMusl, databaseUrl }) {
  const [major, minor] = nodeVersion.split('.').map(Number);
  // The supported versions of Vite and Prisma.
  const isNewEnough = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
  if (!isNewEnough) return `Node.js 20.19, 22.12 or newer is needed, and this is ${nodeVersion}.`;
  if (platform !== 'linux' && platform !== 'darwin') {
    return `it runs on Linux and macOS, not on ${platform}. On Windows use WSL or the Docker image.`;
  }
  if (databaseUrl) return undefined;
  if (isMusl) {
    return 'the embedded PostgreSQL needs glibc, and this Linux has musl. Set DATABASE_URL or use the Docker image.';
  }
  if (arch !== 'x64' && arch !== 'arm64') {
    return `there is no embedded PostgreSQL for ${platform} on ${arch}. Set DATABASE_URL.`;
  }
  return undefined;
}

export function checkMachine() {
  const problem = findMachineProblem({
    nodeVersion: process.versions.node,
    platform: process.platform,
    arch: process.arch,
    isMusl: process.platform === 'linux' && !hasGlibc(),
    databaseUrl: process.env.DATABASE_URL,
  });
  if (problem) refuse(problem);
}

function hasGlibc() {
  // Otherwise the report resolves the names of all open connections.
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime !== undefined;
}
