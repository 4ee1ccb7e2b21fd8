// Checks all content including pictures, and prints only its problems: with `--json` as ContentProblem[].
import { ContentError } from './content-error.ts';
import { readContentFiles } from './content-files.ts';
import { findContentFolder } from './content-folder.ts';
import { loadContent } from './load.ts';
import { findInvalidPictures } from './pictures.ts';

/** @throws ContentError with loadContent's problems or, if there are none, with a problem for each invalid picture */
export async function checkContentAndPictures(folder = findContentFolder()): Promise<void> {
  loadContent(folder);
  const { files } = readContentFiles(folder);
  const problemLists = await Promise.all(
    [...files.values()].map((file) => findInvalidPictures(file, folder)),
  );
  const problems = problemLists.flat();
  if (problems.length > 0) throw new ContentError(problems);
}

if (import.meta.main) {
  await checkContentAndPictures().catch((error: unknown) => {
    if (!(error instanceof ContentError)) throw error;
    if (process.argv.includes('--json')) process.stdout.write(JSON.stringify(error.problems));
    else process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
