import { Command } from 'commander'
import { didYouMean } from '../../contracts/suggestion.ts'
import { UsageError } from '../../language/usage-error.ts'
import { issueMarkdown } from '../../reports/issue.ts'
import { someOf } from '../../text/counted.ts'
import { readReport, reportArgument } from '../output/saved.ts'

export function issueCommand(): Command {
  return new Command('issue')
    .argument('<report>', reportArgument)
    .argument('<check>', 'the id of a check that failed, as the report names it')
    .addHelpText(
      'after',
      '\nExample:\n  $ assay issue reports/out getCoinInformation.response.data > issue.md\n\nExit codes: 0 written · 2 wrong usage',
    )
    .action(async (path: string, check: string) => {
      const report = await readReport(path)
      const outcome = report.outcomes.find((candidate) => candidate.check === check)
      const isIssue = outcome && outcome.verdict !== 'passed' && outcome.verdict !== 'inapplicable'
      if (isIssue) return void process.stdout.write(issueMarkdown(report, outcome, path))
      const failed = report.outcomes.filter(({ findings }) => findings.length > 0).map((each) => each.check)
      const nothing = report.complete ? 'Nothing failed in it' : 'Nothing failed in it, but its run did not finish'
      const others = failed.length > 0 ? `What failed: ${someOf(failed, 5)}` : nothing
      const found = outcome
        ? `${check} is ${outcome.verdict} there: there is no issue to write.`
        : `The report has no check ${JSON.stringify(check)}.`
      throw new UsageError(`${found}${(!outcome && didYouMean(check, failed)) || ` ${others}.`}`)
    })
}
